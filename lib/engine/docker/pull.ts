import { checkReference } from "../check";
import { EngineError, type EngineImage, type PullOptions } from "../engine";
import { parseReference } from "../reference";
import type { Connection } from "./connect";
import { jsonLines } from "./framing";
import { findImage } from "./images";
import { createProgress, type PullMessage } from "./pull-progress";
import { registryError } from "./registry-errors";
import { stream } from "./request";

const SILENCE_LIMIT_MS = 5 * 60_000;

/**
 * Pulls from the reference's registry. Ending early (signal) closes the connection, which makes the engine stop.
 * A registry that goes silent for five minutes counts as unreachable.
 */
export async function pullImage(
  connection: Connection,
  reference: string,
  options: PullOptions,
): Promise<EngineImage> {
  const image = checkReference(reference);
  const parsed = parseReference(image);
  if (!parsed) throw new EngineError("other", `${image} is an id, and only names can be pulled.`);
  const silence = new AbortController();
  const progress = createProgress(options.onProgress);
  const answer = stream(connection, {
    method: "POST",
    path: "/images/create",
    // Without a tag the engine would pull every tag there is.
    query: { fromImage: parsed.repository, tag: parsed.digest ?? parsed.tag ?? "latest" },
    ...(options.login && { login: options.login }),
    doing: { what: "pull", image },
    signal: AbortSignal.any([options.signal, silence.signal]),
  });
  const timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
  try {
    for await (const message of jsonLines<PullMessage>(answer)) {
      timer.refresh();
      // The answer began with "200 OK" long ago: failures arrive as lines of it.
      const failure = message.errorDetail?.message ?? message.error;
      if (failure) throw registryError(image, failure);
      progress.take(message);
    }
  } catch (error) {
    if (silence.signal.aborted && !options.signal.aborted) throw registryError(image, "i/o timeout", error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  progress.finish();
  const pulled = await findImage(connection, image);
  if (!pulled)
    throw new EngineError("other", `The engine pulled ${image}, but does not hold it now. Try again.`);
  return pulled;
}
