import { z } from "zod";
import { OutgoingError } from "@/lib/outgoing";
import type { Login, RegistryAccess, Repository } from "./access";
import type { Challenge } from "./challenge";
import { inTurn } from "./gate";
import type { Place } from "./places";
import { RegistryTrouble } from "./trouble";

const Token = z.object({
  token: z.string().min(1).max(16_384).optional(),
  access_token: z.string().min(1).max(16_384).optional(),
  expires_in: z.number().min(0).max(86_400).default(60),
});

// A token that ends while it is on its way is none.
const MARGIN_MS = 5_000;
const MOST_TOKENS = 2_000;

type Held = { header: Promise<string>; until: number };
const shared = globalThis as typeof globalThis & {
  roadsteadRegistryTokens?: Map<string, Held>;
  roadsteadRegistryChallenges?: Map<string, Challenge>;
};
const tokens = () => (shared.roadsteadRegistryTokens ??= new Map());
const challenges = () => (shared.roadsteadRegistryChallenges ??= new Map());

/** What this address wanted the last time, so that the next request brings it along. */
export function knownChallenge({ origin }: Place): Challenge | undefined {
  return challenges().get(origin);
}

export function rememberChallenge({ origin }: Place, challenge: Challenge): void {
  challenges().set(origin, challenge);
}

/** Forgets tokens and what registries asked for. */
export function forgetAuthorizations(): void {
  tokens().clear();
  challenges().clear();
}

/**
 * The Authorization header for reading a repository: a token for nothing but that, else the password itself where it
 * travels encrypted.
 * @returns undefined when there is nothing to bring
 * @throws RegistryTrouble "denied" when no token is given, "nonsense" for a challenge that leads to no safe place
 */
export async function authorizationFor(
  access: RegistryAccess,
  place: Place,
  { registry, repository }: Repository,
  challenge: Challenge,
  { anew = false } = {},
): Promise<string | undefined> {
  const login = access.loginFor(registry);
  if (challenge.scheme === "basic") {
    if (login && (place.trusted || place.origin.startsWith("https:"))) return basic(login);
    return undefined;
  }
  const url = tokenUrl(challenge, place, registry, repository);
  const key = JSON.stringify([url.href, login?.id ?? null]);
  const held = tokens().get(key);
  if (!anew && held && held.until > performance.now()) return await held.header;
  const asked: Held = { header: Promise.resolve(""), until: Number.POSITIVE_INFINITY };
  asked.header = askToken(access, place, url, login).then(({ header, seconds }) => {
    asked.until = performance.now() + Math.max(0, seconds * 1000 - MARGIN_MS);
    return header;
  });
  if (tokens().size >= MOST_TOKENS) tokens().clear();
  tokens().set(key, asked);
  asked.header.catch(() => tokens().delete(key));
  return await asked.header;
}

/** The realm must be encrypted, or be at the very address that asks for it. */
export function tokenUrl(
  { realm, service }: Extract<Challenge, { scheme: "bearer" }>,
  place: Place,
  registry: string,
  repository?: string,
): URL {
  const url = URL.parse(realm);
  if (!url || (url.protocol !== "https:" && !(place.trusted && url.origin === place.origin))) {
    throw new RegistryTrouble("nonsense", `${registry} wants a sign-in at an address that is not safe.`);
  }
  if (service) url.searchParams.set("service", service);
  if (repository !== undefined) url.searchParams.set("scope", `repository:${repository}:pull`);
  return url;
}

/** Asks for a token, with the sign-in if there is one. @throws RegistryTrouble */
export async function askToken(
  access: Pick<RegistryAccess, "ask" | "signal">,
  place: Place,
  url: URL,
  login: Login | undefined,
) {
  try {
    const answer = await inTurn(url.origin, access.signal, () =>
      access.ask(url.href, {
        headers: { accept: "application/json", ...(login && { authorization: basic(login) }) },
        signal: access.signal,
        trusted: place.trusted ? [place.origin] : [],
        limits: { bytes: 64 * 1024 },
      }),
    );
    if (answer.status === 401 || answer.status === 403) throw denied(url.host, login);
    const parsed = Token.safeParse(answer.status === 200 ? tryJson(answer.body) : undefined);
    const token = parsed.data?.token ?? parsed.data?.access_token;
    // A header is one line: what a registry sends is put into none unread.
    if (!token || !/^[\x21-\x7e]+$/.test(token)) {
      throw new RegistryTrouble("nonsense", `${url.host} gave no token: it answered ${answer.status}.`);
    }
    return { header: `Bearer ${token}`, seconds: parsed.data?.expires_in ?? 60 };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const kind = error.kind === "cancelled" ? "cancelled" : "unreachable";
    throw new RegistryTrouble(kind, error.message, { cause: error });
  }
}

export function denied(host: string, login: Login | undefined): RegistryTrouble {
  const why = login
    ? "does not accept the stored sign-in"
    : "wants a sign-in for this image, or does not have it";
  return new RegistryTrouble("denied", `${host} ${why}.`);
}

/** RFC 7617. */
export function basic({ username, password }: Pick<Login, "username" | "password">): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
