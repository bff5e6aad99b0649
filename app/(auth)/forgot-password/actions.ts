"use server";

import { headers } from "next/headers";
import { askForReset } from "@/lib/auth";
import { answer } from "@/lib/http/answer";

export type Asked = { email: string; sent: boolean; message?: string; issues?: { message: string }[] };

/** Asks for a link by mail; whether anybody has the address is not part of the answer. */
export async function askAction(_last: Asked | undefined, form: FormData): Promise<Asked> {
  const email = String(form.get("email") ?? "").trim();
  const result = await answer(async () => askForReset({ email }, await headers()));
  if (result.ok) return { email, sent: true };
  return { email, sent: false, message: result.message, issues: result.issues };
}
