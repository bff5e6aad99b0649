import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "@/lib/access/caller";

// The cancellation of a call comes as a request of its own, served by another copy of this module for all we know.
const shared = globalThis as typeof globalThis & { roadsteadMcpCalls?: Map<string, Set<AbortController>> };

/** Notes a call that is under way. @returns what tells it to stop, and what to call when it has ended */
export function beginCall(caller: Caller, id: RequestId): { signal: AbortSignal; end: () => void } {
  shared.roadsteadMcpCalls ??= new Map();
  const calls = shared.roadsteadMcpCalls;
  const key = keyOf(caller, id);
  const controller = new AbortController();
  const under = calls.get(key) ?? new Set();
  calls.set(key, under.add(controller));
  return {
    signal: controller.signal,
    end() {
      under.delete(controller);
      if (under.size === 0) calls.delete(key);
    },
  };
}

/**
 * Stops a call of the same credential. Without sessions two programs that share a credential may use one id at the
 * same time: then it is not known which is meant, and both go on.
 */
export function cancelCall(caller: Caller, id: RequestId): void {
  const under = shared.roadsteadMcpCalls?.get(keyOf(caller, id));
  if (under?.size === 1) for (const controller of under) controller.abort();
}

function keyOf({ kind, userId, credential }: Caller, id: RequestId): string {
  return JSON.stringify([kind, userId, credential?.id, id]);
}
