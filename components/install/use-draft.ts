"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { InstallInput } from "@/lib/apps/schema";

export type Issue = { path: string; message: string };
export type Failed = { ok: false; message: string; issues?: Issue[]; code?: string };
export type SaveDraft = (
  projectId: string | null,
  input: InstallInput,
) => Promise<{ ok: true; projectId: string } | Failed>;

export type DraftStatus =
  | { state: "none" }
  | { state: "saving" }
  | { state: "saved"; at: string }
  | { state: "failed"; message: string; issues: Issue[]; key: string };

const PAUSE_MS = 900;
const AGAIN_MS = 5_000;
const UNREACHABLE: Failed = { ok: false, message: "The server did not answer. Trying again." };

type UseDraftOptions = {
  draft: { projectId: string; savedAt: string } | null;
  input: InstallInput;
  save: SaveDraft;
  onProject: (projectId: string) => void;
};

/**
 * Keeps the draft on the server like what is typed: a moment after typing pauses, one save at a time. What could
 * not be saved stays in the page and is tried again.
 */
export function useDraft({ draft, input, save, onProject }: UseDraftOptions) {
  const [status, setStatus] = useState<DraftStatus>(
    draft ? { state: "saved", at: draft.savedAt } : { state: "none" },
  );
  const key = JSON.stringify(input);
  const latest = useRef({ input, key, save, onProject });
  latest.current = { input, key, save, onProject };
  const stored = useRef({ projectId: draft?.projectId ?? null, key, at: draft?.savedAt ?? null });
  const running = useRef<Promise<boolean> | null>(null);
  const refused = useRef("");

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const { input: sent, key: sentKey } = latest.current;
    setStatus({ state: "saving" });
    const result = await latest.current.save(stored.current.projectId, sent).catch(() => UNREACHABLE);
    if (!result.ok) {
      // What the server refuses it would refuse again; only a change, or its return, is worth another try.
      refused.current = result === UNREACHABLE ? "" : sentKey;
      setStatus({ state: "failed", message: result.message, issues: result.issues ?? [], key: sentKey });
      return false;
    }
    const isNew = stored.current.projectId !== result.projectId;
    const at = new Date().toISOString();
    stored.current = { projectId: result.projectId, key: sentKey, at };
    if (isNew) latest.current.onProject(result.projectId);
    setStatus({ state: "saved", at });
    return true;
  }, []);

  /** Saves what is not saved yet. @returns whether the server now has everything */
  const flush = useCallback(async () => {
    let saved = (await running.current) ?? true;
    if (stored.current.key !== latest.current.key || stored.current.projectId === null) {
      running.current = saveOnce();
      saved = await running.current;
      running.current = null;
    }
    return { saved };
  }, [saveOnce]);

  const failed = status.state === "failed";
  useEffect(() => {
    const { key: storedKey, at } = stored.current;
    if (failed && key === storedKey) setStatus(at ? { state: "saved", at } : { state: "none" });
    if (key === storedKey || (failed && key === refused.current)) return;
    const timer = setTimeout(flush, failed ? AGAIN_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, failed, flush]);

  useEffect(() => {
    function onLeave(event: BeforeUnloadEvent) {
      if (stored.current.key !== latest.current.key) event.preventDefault();
    }
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);

  /** What the server refused of these very answers. */
  const issues = status.state === "failed" && status.key === key ? status.issues : [];
  return { status, issues, flush };
}
