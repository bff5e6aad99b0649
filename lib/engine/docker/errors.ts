import { EngineError, type EngineErrorKind } from "../engine";
import { registryError } from "./registry-errors";
import { quoted } from "./words";

/** What was being done, in the words of the failure's sentence: "The engine could not <what> …". */
export type Doing = {
  what: string;
  image?: string;
  /** A name, or an id that is shortened in the sentence. */
  container?: string;
  network?: string;
  volume?: string;
};

/** Turns what the library or the engine said into a kind and a sentence with the next step. */
export function engineError(address: string, doing: Doing, error: unknown): EngineError {
  const { status, words, code } = read(error);
  if (code === "EACCES" || code === "EPERM") return notAllowed(address, error);
  if (status === undefined && isNetworkCode(code, words)) return unreachable(address, error);
  if (doing.what === "pull" && doing.image) return registryError(doing.image, words, error);
  for (const [pattern, rule] of RULES) {
    const match = pattern.exec(words);
    if (match) return build(rule(doing, match), error);
  }
  return build(byStatus(status, doing, words), error);
}

export function unreachable(address: string, cause: unknown): EngineError {
  const sentence = `The container engine at ${address} does not answer. Start it (for Docker: systemctl start docker), then try again.`;
  return new EngineError("unreachable", sentence, { cause });
}

function notAllowed(address: string, cause: unknown) {
  const sentence = `This user may not use the container engine at ${address}. Add the user to the group that owns the socket (for Docker: "docker"), sign in to the machine again and restart.`;
  return new EngineError("unreachable", sentence, { cause });
}

type Verdict = readonly [EngineErrorKind, string];

// What engines write, newest and oldest wording alike; the first that fits wins.
const RULES: readonly (readonly [RegExp, (doing: Doing, match: RegExpExecArray) => Verdict])[] = [
  [
    /no space left on device/i,
    (doing) => [
      "disk-full",
      `The engine's disk is full: it could not ${phrase(doing)}. Free some space on it, then try again.`,
    ],
  ],
  [
    /port is already allocated|address already in use|ports are not available|port already in use/i,
    (_, match) => portTaken(match),
  ],
  [
    /container name "?\/?([A-Za-z0-9_.-]+)"? .*already in use|name "?([A-Za-z0-9_.-]+)"? (?:is|already) in use/i,
    (doing, match) => [
      "name-taken",
      `Another container is already called ${match[1] ?? match[2] ?? named(doing.container)}. Choose another name, or remove that container.`,
    ],
  ],
  [
    /all predefined address pools|non-overlapping ipv4 address pool/i,
    () => [
      "other",
      "The engine has no address range left for another network. Remove networks that are not used, then try again.",
    ],
  ],
  [
    /no such container|no container with name or id/i,
    (doing) => [
      "not-found",
      `The engine has no container ${named(doing.container)}. It was removed, perhaps by hand.`,
    ],
  ],
  [
    /is not running|is stopped|is paused|container state improper|not in a running state/i,
    (doing) => ["not-running", `The container ${named(doing.container)} is not running. Start it first.`],
  ],
  [
    /network .* not found|unable to find network/i,
    (doing) => [
      "not-found",
      `The engine lacks the network of the container ${named(doing.container)}. Deploy again to make it anew.`,
    ],
  ],
  [
    /no such image|image not known/i,
    (doing) => [
      "image-not-found",
      `The engine does not hold the image ${named(doing.image)}. Pull it first.`,
    ],
  ],
  [
    /oci runtime|runc|crun|exec format error|executable file not found|failed to create (shim|task)|starting container process/i,
    (doing, match) => ["start-failed", startFailed(doing, match.input)],
  ],
];

function portTaken(match: RegExpExecArray): Verdict {
  const words = match.input;
  const port = /(?:host port for|bind for|listen (?:tcp|udp)[46]?) \S*?:(\d{1,5})(?=[:\s]|$)/i.exec(
    words,
  )?.[1];
  const which = port === undefined ? "A port of this container" : `Port ${port}`;
  return [
    "port-taken",
    `${which} is in use already on the engine's machine. Choose another port, or stop what uses it.`,
  ];
}

function startFailed(doing: Doing, words: string) {
  const reason = /exec format error/i.test(words)
    ? "its image is made for another kind of processor"
    : /executable file not found|no such file or directory/i.test(words)
      ? "the program to run is not in its image"
      : "the engine refused its command";
  return `The container ${named(doing.container)} could not start: ${reason}. The engine said: ${quoted(words)}`;
}

function byStatus(status: number | undefined, doing: Doing, words: string): Verdict {
  if (status === 404)
    return ["not-found", `There is nothing to ${phrase(doing)}: it does not exist. ${said(words)}`];
  if (status === 409)
    return ["other", `The engine could not ${phrase(doing)} now: something else is using it. ${said(words)}`];
  return ["other", `The engine could not ${phrase(doing)}. ${said(words)}`];
}

function said(words: string) {
  return words ? `It said: ${quoted(words)}` : "It gave no reason; its own log may have one.";
}

function phrase({ what, image, container, network, volume }: Doing) {
  const [kind, name] = container
    ? ["container", container]
    : image
      ? ["image", image]
      : network
        ? ["network", network]
        : ["volume", volume];
  return name ? `${what} the ${kind} ${named(name)}` : what;
}

function named(name: string | undefined) {
  if (!name) return "of this name";
  return /^[0-9a-f]{64}$/.test(name) ? name.slice(0, 12) : name;
}

function build([kind, sentence]: Verdict, cause: unknown) {
  return new EngineError(kind, sentence, { cause });
}

function isNetworkCode(code: string | undefined, words: string) {
  return (
    /^(ECONNREFUSED|ENOENT|ENOTSOCK|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|HPE_.*)$/.test(
      code ?? "",
    ) || /socket hang up|aborted|premature close/i.test(words)
  );
}

/** The HTTP status, the engine's words and the system's error code, wherever the library put them. */
export function read(error: unknown): { status?: number; words: string; code?: string } {
  if (typeof error !== "object" || error === null) return { words: String(error) };
  const { statusCode, json, message, code } = error as Record<string, unknown>;
  const body = typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  const text = typeof body.message === "string" ? body.message : String(message ?? "");
  return {
    status: typeof statusCode === "number" ? statusCode : undefined,
    words: text.replace(/^\(HTTP code \d+\) unexpected - /, "").trim(),
    code: typeof code === "string" ? code : undefined,
  };
}
