import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { letHashingYield } from "./yield";

// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One core stays free for everybody who is not signing in.
const AT_ONCE = Math.max(1, availableParallelism() - 1);

// Next loads this module several times: the queue must be one all the same.
const shared = globalThis as typeof globalThis & {
  roadsteadHashing?: { running: number; waiting: (() => void)[]; yields: boolean };
};

/** Argon2id over the NFKC form (RFC 9106; Unicode Annex 15), computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFKC"), COST));
}

/** Whether the password is the hashed one; a hash that cannot be read matches nothing. */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => verify(input.hash, input.password.normalize("NFKC"))).catch(() => false);
}

/** Runs a computation when it is its turn: a crowd that signs in waits for itself and not everybody for it. */
async function inTurn<T>(compute: () => Promise<T>): Promise<T> {
  shared.roadsteadHashing ??= { running: 0, waiting: [], yields: false };
  const queue = shared.roadsteadHashing;
  if (queue.running >= AT_ONCE) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running++;
  try {
    const result = await compute();
    if (!queue.yields) letHashingYield();
    queue.yields = true;
    return result;
  } finally {
    // The turn goes straight to the next one, so nobody can slip in between.
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running--;
  }
}
