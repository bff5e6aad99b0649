import { type Answer, OutgoingError } from "@/lib/outgoing";
import type { RegistryAccess, Repository } from "./access";
import { authorizationFor, denied, knownChallenge, rememberChallenge } from "./authorization";
import { parseChallenge } from "./challenge";
import { inTurn, noteAnswer, noteFailure, patiently, pauseGate } from "./gate";
import { type Place, placesOf } from "./places";
import { RegistryTrouble } from "./trouble";

export type RegistryRequest = {
  method: "GET" | "HEAD";
  /** Behind `/v2/<repository>/`, or a whole path for a further page. */
  path: string;
  headers: Readonly<Record<string, string>>;
  bytes?: number;
};

const REPEATS = 3;
const BACKOFF_MS = 300;
const LONGEST_PAUSE_S = 86_400;

/**
 * Asks a repository at each of its registry's addresses in turn, until one of them knows.
 * @returns the answer, 200 or 304, and the address it came from
 * @throws RegistryTrouble: what the address said that the engine asks first, unless it could not be reached
 */
export async function requestRegistry(
  access: RegistryAccess,
  repository: Repository,
  asked: RegistryRequest,
): Promise<Answer & { place: Place }> {
  let trouble: RegistryTrouble | undefined;
  for (const place of placesOf(repository.registry, access.registries)) {
    try {
      return { ...(await askPlace(access, place, repository, asked)), place };
    } catch (error) {
      if (!(error instanceof RegistryTrouble) || error.kind === "cancelled") throw error;
      trouble = !trouble || trouble.kind === "unreachable" ? error : trouble;
    }
  }
  throw trouble ?? new RegistryTrouble("unreachable", `${repository.registry} has no address.`);
}

/** Repeats what may work a moment later: 429 after the pause that was asked for, and trouble of the registry's own. */
async function askPlace(
  access: RegistryAccess,
  place: Place,
  repository: Repository,
  asked: RegistryRequest,
): Promise<Answer> {
  const { host } = new URL(place.origin);
  for (let attempt = 1; ; attempt++) {
    const answer = await authorized(access, place, repository, asked);
    const { status } = answer;
    const isLast = attempt === REPEATS;
    if (status === 429) {
      pauseGate(place.origin, pauseOf(answer.headers["retry-after"], attempt));
      if (isLast) throw new RegistryTrouble("busy", `${host} allows no more requests right now.`);
      continue;
    }
    if (status >= 500) {
      if (isLast) throw new RegistryTrouble("busy", `${host} has trouble of its own: it answered ${status}.`);
      const ms = (access.backoffMs ?? BACKOFF_MS) * 2 ** (attempt - 1);
      await patiently(ms * (0.5 + Math.random()), access.signal);
      continue;
    }
    return understood(answer, host, repository);
  }
}

function understood(answer: Answer, host: string, { registry, repository }: Repository): Answer {
  const { status } = answer;
  if (status === 200 || status === 304) {
    if (!/^text\/html\b/i.test(answer.headers["content-type"] ?? "")) return answer;
    throw new RegistryTrouble("nonsense", `${host} answers with a web page, not as a registry does.`);
  }
  if (status === 404)
    throw new RegistryTrouble("missing", `${registry} does not have ${repository} as it runs.`);
  if (status === 403) throw denied(host, undefined);
  throw new RegistryTrouble("nonsense", `${host} answered ${status}, which no registry does here.`);
}

/** Brings a token along where one is wanted; one that has become stale is asked for anew, once. */
async function authorized(
  access: RegistryAccess,
  place: Place,
  repository: Repository,
  asked: RegistryRequest,
): Promise<Answer> {
  const known = knownChallenge(place);
  const first = known && (await authorizationFor(access, place, repository, known));
  const answer = await send(access, place, repository, asked, first);
  if (answer.status !== 401) return answer;
  const challenge = parseChallenge(answer.headers["www-authenticate"]);
  const { host } = new URL(place.origin);
  if (!challenge) throw denied(host, undefined);
  rememberChallenge(place, challenge);
  const second = await authorizationFor(access, place, repository, challenge, { anew: first !== undefined });
  const login = access.loginFor(repository.registry);
  if (second === undefined) throw denied(host, login);
  const again = await send(access, place, repository, asked, second);
  if (again.status === 401) throw denied(host, login);
  return again;
}

async function send(
  access: RegistryAccess,
  { origin, trusted }: Place,
  { repository }: Repository,
  { method, path, headers, bytes }: RegistryRequest,
  authorization: string | undefined,
): Promise<Answer> {
  const url = new URL(path.startsWith("/") ? path : `/v2/${repository}/${path}`, origin).href;
  return await inTurn(origin, access.signal, async () => {
    try {
      const answer = await access.ask(url, {
        method,
        headers: { ...headers, ...(authorization && { authorization }) },
        signal: access.signal,
        trusted: trusted ? [origin] : [],
        ...(bytes && { limits: { bytes } }),
      });
      noteAnswer(origin);
      return answer;
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.kind === "cancelled") throw new RegistryTrouble("cancelled", error.message, { cause: error });
      const kind = error.kind === "too-large" ? "nonsense" : "unreachable";
      const trouble = new RegistryTrouble(kind, error.message, { cause: error });
      noteFailure(origin, trouble);
      throw trouble;
    }
  });
}

/** Milliseconds that Retry-After asks for (RFC 9110 section 10.2.3: seconds, or a date), else a second more each time. */
function pauseOf(header: string | undefined, attempt: number): number {
  const seconds = /^\d{1,9}$/.test(header ?? "")
    ? Number(header)
    : (Date.parse(header ?? "") - Date.now()) / 1000;
  return 1000 * Math.min(LONGEST_PAUSE_S, Math.max(0.1, Number.isFinite(seconds) ? seconds : attempt));
}
