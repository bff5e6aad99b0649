"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AuthAnswer } from "./ask-auth";

type Failure = Extract<AuthAnswer<unknown>, { ok: false }>;

/** One question at a time: whether it is under way, and why the last one was refused. */
export function useAsk() {
  const router = useRouter();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  /** Asks, and shows the page as it is then. @returns the answer's value; undefined when refused */
  async function ask<T>(question: () => Promise<AuthAnswer<T>>): Promise<{ value: T } | undefined> {
    setBusy(true);
    setFailure(undefined);
    const answer = await question();
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer);
      return undefined;
    }
    router.refresh();
    return { value: answer.value };
  }
  return { ask, busy, failure, forget: () => setFailure(undefined) };
}
