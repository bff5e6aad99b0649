"use server";

import { createCustomApp, deleteCustomApp, replaceCustomApp } from "@/lib/apps";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";

/** Keeps a definition: in place of the app that is edited, or as a new one. */
export async function saveCustomAction(replaces: string | null, text: string) {
  const result = await answer(async () => {
    const caller = await callerFromCookies();
    const { entry } = replaces
      ? await replaceCustomApp(caller, { appId: replaces, text })
      : await createCustomApp(caller, { text });
    return { id: entry.id, name: entry.name };
  });
  if (result.ok) return { ok: true as const, app: result.value };
  const [first] = result.issues ?? [];
  const message = first ? [first.path, first.message].filter(Boolean).join(": ") : result.message;
  return { ok: false as const, message };
}

export async function deleteCustomAction(appId: string) {
  const result = await answer(async () => deleteCustomApp(await callerFromCookies(), { appId }));
  return result.ok ? { ok: true as const } : { ok: false as const, message: result.message };
}
