import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Refusal } from "@/lib/access/refusal";

/**
 * Sign-ins that began in the desktop app and go on in a browser. They live in the memory of the one process that a
 * desktop has: none outlasts five minutes, and neither verifier nor claim code is ever written down.
 */

const NONCE_MS = 5 * 60_000;
const CLAIM_MS = 60_000;

/** For whom a sign-in may make a person: for anybody, for the first one here, or for nobody. */
export type MayMake = "anybody" | "first" | "nobody";

type HandOff = {
  nonce: Buffer;
  state: Buffer;
  verifier: string;
  mayMake: MayMake;
  expiresAt: number;
  /** `exchanging` while the cloud is asked, so that one code is asked for once. */
  step: "registered" | "exchanging" | "resolved";
  claim?: { code: string; userId: string; expiresAt: number };
};

const shared = globalThis as typeof globalThis & { roadsteadHandOffs?: Set<HandOff> };

function live(): Set<HandOff> {
  shared.roadsteadHandOffs ??= new Set();
  const now = Date.now();
  for (const handOff of shared.roadsteadHandOffs) {
    if ((handOff.claim ?? handOff).expiresAt <= now) shared.roadsteadHandOffs.delete(handOff);
  }
  return shared.roadsteadHandOffs;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Looks at every one, each in constant time: how long it takes tells nothing of what would have been right. */
function find(given: string, of: (handOff: HandOff) => Buffer | undefined): HandOff | undefined {
  const wanted = digest(given);
  let found: HandOff | undefined;
  for (const handOff of live()) {
    const right = of(handOff);
    if (right && timingSafeEqual(right, wanted)) found = handOff;
  }
  return found;
}

/**
 * Remembers a sign-in that begins now, for five minutes.
 * @throws Refusal VALIDATION_ERROR for a nonce or state that another one uses
 */
export function beginHandOff(
  given: { nonce: string; state: string; code_verifier: string },
  mayMake: MayMake,
): void {
  for (const key of ["nonce", "state"] as const) {
    if (!find(given[key], (handOff) => handOff[key])) continue;
    throw new Refusal("VALIDATION_ERROR", {
      issues: [{ path: key, message: "Another sign-in uses this value. Make a new one at random." }],
    });
  }
  live().add({
    nonce: digest(given.nonce),
    state: digest(given.state),
    verifier: given.code_verifier,
    mayMake,
    expiresAt: Date.now() + NONCE_MS,
    step: "registered",
  });
}

/**
 * Lets the cloud's answer resolve the sign-in of this state, once.
 * @param exchange asks the cloud; when it fails, the sign-in waits on as before
 * @throws Refusal HAND_OFF_EXPIRED when no sign-in waits for this state, and whatever `exchange` throws
 */
export async function resolveHandOff(
  state: string,
  exchange: (verifier: string, mayMake: MayMake) => Promise<string>,
): Promise<void> {
  const handOff = find(state, (one) => one.state);
  if (handOff?.step !== "registered") throw new Refusal("HAND_OFF_EXPIRED");
  handOff.step = "exchanging";
  try {
    const userId = await exchange(handOff.verifier, handOff.mayMake);
    const code = randomBytes(32).toString("base64url");
    handOff.claim = { code, userId, expiresAt: Date.now() + CLAIM_MS };
    handOff.step = "resolved";
  } catch (error) {
    handOff.step = "registered";
    throw error;
  }
}

/** How far the sign-in of this nonce is. A nonce nobody registered cannot be told from one whose time is over. */
export function pollHandOff(
  nonce: string,
): { status: "pending" | "expired" } | { status: "resolved"; code: string } {
  const handOff = find(nonce, (one) => one.nonce);
  if (!handOff) return { status: "expired" };
  return handOff.claim ? { status: "resolved", code: handOff.claim.code } : { status: "pending" };
}

/** The person a claim code stands for. It is used up by this. @throws Refusal CLAIM_EXPIRED */
export function claimHandOff(code: string): string {
  const handOff = find(code, (one) => one.claim && digest(one.claim.code));
  if (!handOff?.claim) throw new Refusal("CLAIM_EXPIRED");
  live().delete(handOff);
  return handOff.claim.userId;
}
