import { Refusal } from "@/lib/access/refusal";
import { EngineError, type EngineErrorKind } from "@/lib/engine/engine";

/** Why a deployment fails, for people: one sentence of cause, one of what to do, and the service it is about. */
export class Failure extends Error {
  readonly advice: string;
  readonly service: string | undefined;
  constructor(
    reason: string,
    { advice, service, ...options }: { advice: string; service?: string } & ErrorOptions,
  ) {
    super(reason, options);
    this.name = "Failure";
    this.advice = advice;
    this.service = service;
  }
}

const ADVICE: Partial<Record<EngineErrorKind, string>> = {
  unreachable: "Start the container engine, then retry.",
  "image-not-found": "Check the image's name and version, then retry.",
  "registry-unreachable": "Check this server's network and name resolution, then retry.",
  "registry-denied":
    "Check its name. When it is private, an admin gives its registry's sign-in under Settings, Registries; then retry.",
  "registry-busy": "Wait a few minutes, then retry.",
  "port-taken": "Choose another port in the project's settings, or stop what uses it, then retry.",
  "build-failed": "Mend the build file, then retry.",
  "disk-full": "Free some space on the engine's disk, then retry.",
  "start-failed": "Check the service's command and image, then retry.",
  timeout: "Retry; when it happens again, look at the engine's own log.",
};
const RETRY = "Retry; when it happens again, the server's log has the details.";

/**
 * A failure in people's words, from whatever was thrown. An error that nobody foresaw is logged on the server and
 * told without its text, which could hold anything.
 * @param about what was being done, such as `postgres could not be started`, and for which service
 */
export function toFailure(error: unknown, about: { doing: string; service?: string }): Failure {
  const { doing, service } = about;
  if (error instanceof Failure) return error;
  if (error instanceof EngineError) {
    const [reason, ...rest] = sentences(error.message);
    const advice = ADVICE[error.kind] ?? (rest.join(" ") || RETRY);
    return new Failure(reason ?? `${doing}.`, { advice, service, cause: error });
  }
  if (error instanceof Refusal) {
    const problems = error.issues?.map((issue) => issue.message) ?? [];
    const reason = [error.message, ...problems].join(" ");
    return new Failure(reason, {
      advice: "Mend it in the project's settings, then retry.",
      service,
      cause: error,
    });
  }
  return new Failure(`${doing}, for a reason that Roadstead did not foresee.`, {
    advice: RETRY,
    service,
    cause: error,
  });
}

/** Splits where a sentence ends, not inside `postgres:16.4`. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.!])\s+(?=[A-Z])/);
}
