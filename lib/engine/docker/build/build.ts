import { checkBuild } from "../../check-build";
import { type BuildOptions, type BuildSpec, EngineError, type EngineImage } from "../../engine";
import type { Connection } from "../connect";
import { jsonLines } from "../framing";
import { findImage } from "../images";
import { stream } from "../request";
import { packContext } from "./context";
import { buildError } from "./errors";
import { type BuildMessage, createListener } from "./listener";
import { openSession } from "./session";

/**
 * Builds with BuildKit; an engine that has none (Podman) builds in its own way and answers in plain text. Ending early
 * closes the connection, which makes the engine stop. No entitlement is ever asked for, so that none is given.
 */
export async function buildImage(
  connection: Connection,
  spec: BuildSpec,
  options: BuildOptions,
): Promise<EngineImage> {
  checkBuild(spec);
  const archive = await packContext(spec.files);
  const session = await openSession(connection, options);
  const listener = createListener(options.onLine);
  try {
    const answer = stream(connection, {
      method: "POST",
      path: "/build",
      query: buildQuery(spec, session?.id),
      archive,
      ...(!session && options.logins && { logins: options.logins }),
      doing: { what: "build", image: spec.tag },
      signal: options.signal,
    });
    for await (const message of jsonLines<BuildMessage>(answer)) listener.take(message);
  } finally {
    session?.end();
    listener.end();
  }
  // The answer began with "200 OK" long ago: failures arrive as lines of it.
  if (listener.outcome.failure !== undefined) throw buildError(spec, listener.outcome);
  const built = await findImage(connection, spec.tag);
  if (!built)
    throw new EngineError("other", `The engine built ${spec.tag}, but does not hold it now. Try again.`);
  return built;
}

function buildQuery(spec: BuildSpec, session: string | undefined) {
  return {
    version: "2",
    session,
    t: spec.tag,
    dockerfile: spec.dockerfile,
    labels: JSON.stringify(spec.labels),
    buildargs: JSON.stringify({ ...spec.args, BUILDKIT_CACHE_MOUNT_NS: spec.cacheScope }),
    // For builders that work in containers: none of them stays.
    rm: "true",
    forcerm: "true",
  };
}
