"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { resetPassword } from "@/lib/auth";
import { answer } from "@/lib/http/answer";

export type ResetFailure = { code: string; message: string; wrong?: string };

/** Sets the password and goes on to sign in with it. */
export async function resetAction(
  token: string,
  _last: ResetFailure | undefined,
  form: FormData,
): Promise<ResetFailure> {
  const password = String(form.get("password") ?? "");
  const result = await answer(async () => resetPassword({ token, password }, await headers()));
  if (!result.ok) return { code: result.code, message: result.message, wrong: result.issues?.[0]?.message };
  redirect("/sign-in?password=changed");
}
