"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { LONGEST_FILE } from "@/lib/app-import/schema";

export type SaveDefinition = (
  text: string,
) => Promise<{ ok: true; app: { id: string; name: string } } | { ok: false; message: string }>;

/** Saves a definition and goes to the app's page. What was refused is told; what was typed stays. */
export function useSave(save: SaveDefinition, onSaved: () => void) {
  const router = useRouter();
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  function run(text: string) {
    if (new TextEncoder().encode(text).byteLength > LONGEST_FILE)
      return setFailure("A definition is at most 256 KiB long.");
    start(async () => {
      setFailure(undefined);
      const result = await save(text).catch(() => ({
        ok: false as const,
        message: "The server did not answer. What you wrote is still here: try again in a moment.",
      }));
      if (!result.ok) return setFailure(result.message);
      onSaved();
      toast.success(`${result.app.name} is in your catalog`);
      router.push(`/apps/${result.app.id}` as Route);
      router.refresh();
    });
  }
  return { run, failure, busy };
}
