"use client";

import { useEffect, useState } from "react";
import { useShell } from "@/components/shell/shell-provider";

/**
 * Something typed that this tab keeps through errors and reloads, for this person only.
 * @param name what it is, such as `definition:new`
 * @returns `restored` when it is older than this page; `forget` goes back to the initial value
 */
export function useKept<T>(name: string, initial: T) {
  const { user } = useShell();
  const key = `roadstead:${name}:${user.email}`;
  const [value, setValue] = useState(initial);
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const kept = read<T>(key);
    if (kept === undefined) return;
    setValue(kept);
    setRestored(true);
  }, [key]);
  function set(next: T) {
    setValue(next);
    write(key, next);
  }
  function forget() {
    setValue(initial);
    setRestored(false);
    write(key, undefined);
  }
  return { value, set, restored, forget };
}

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    // No storage, or nothing of ours in it: there is nothing to restore.
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or switched off: the page still holds what was typed.
  }
}
