import { useState, useTransition } from "react";

type Result =
  | { ok: true }
  | { ok: false; message: string; issues?: { path: string; message: string }[] }
  | undefined;

/** Does one thing on the server at a time: whether it is under way, and what went wrong. */
export function useAct() {
  const [busy, start] = useTransition();
  const [failed, setFailed] = useState<Exclude<Result, { ok: true } | undefined>>();
  function act(work: () => Promise<Result>, done?: () => void) {
    start(async () => {
      setFailed(undefined);
      const result = await work().catch(() => ({
        ok: false as const,
        message: "The server did not answer. Load the page again to see what became of it.",
      }));
      if (result && !result.ok) setFailed(result);
      else done?.();
    });
  }
  return {
    act,
    busy,
    failure: failed?.message,
    issues: failed?.issues ?? [],
    forget: () => setFailed(undefined),
  };
}
