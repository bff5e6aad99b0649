import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { clientAddressHeader } from "@/lib/auth/peer";
import { settings } from "@/lib/settings";
import { addressBlock } from "./client-address";
import { countHere } from "./count-here";
import { countShared } from "./count-shared";

const WINDOW_S = 60;

// Windows known to be full, and when they end in ms: a flood is turned away without asking the database.
const shared = globalThis as typeof globalThis & { roadsteadFullWindows?: Map<string, number> };
const MANY = 10_000;

/**
 * Counts an attempt to sign in, and everything else that is posted to the auth routes, by the client's address and
 * nothing else: no spelling of a path opens a second bucket. All processes on one database share the count.
 * @throws Refusal RATE_LIMITED beyond ROADSTEAD_AUTH_RATE_LIMIT a minute
 */
export async function limitAuthAttempts(headers: Headers): Promise<void> {
  shared.roadsteadFullWindows ??= new Map();
  const full = shared.roadsteadFullWindows;
  const key = `auth ${blockOf(headers)}`;
  const leftMs = (full.get(key) ?? 0) - Date.now();
  if (leftMs > 0) throw tooMany("attempts from your network address", Math.ceil(leftMs / 1000));
  const { count, endsInS } = await countShared(key, WINDOW_S);
  if (count <= settings().authRateLimit) return;
  if (full.size >= MANY) full.clear();
  full.set(key, Date.now() + endsInS * 1000);
  throw tooMany("attempts from your network address", endsInS);
}

/**
 * Counts a request of somebody known: each token and AI client by itself, so that a busy one does not lock its person out.
 * @throws Refusal RATE_LIMITED beyond ROADSTEAD_API_RATE_LIMIT a minute
 */
export function limitCaller({
  kind,
  userId,
  credential,
}: Pick<Caller, "kind" | "userId" | "credential">): void {
  const { count, endsInS } = countHere(`${kind} ${credential?.id ?? ""} ${userId}`, WINDOW_S);
  if (count > settings().apiRateLimit) throw tooMany("requests", endsInS);
}

/** Counts a request of nobody known, by address. @throws Refusal RATE_LIMITED beyond a tenth of what somebody known may */
export function limitStranger(headers: Headers): void {
  const { count, endsInS } = countHere(`stranger ${blockOf(headers)}`, WINDOW_S);
  if (count > settings().apiRateLimit / 10) throw tooMany("requests from your network address", endsInS);
}

function blockOf(headers: Headers): string {
  return addressBlock(headers.get(clientAddressHeader()) ?? "");
}

function tooMany(what: string, retryAfterS: number): Refusal {
  const wait = retryAfterS === 1 ? "1 second" : `${retryAfterS} seconds`;
  return new Refusal("RATE_LIMITED", {
    message: `Too many ${what} within a minute. Wait ${wait}, then try again.`,
    retryAfterS,
  });
}
