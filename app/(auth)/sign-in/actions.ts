"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { beginCloudSignIn, signInWithPassword } from "@/lib/auth";
import { answer } from "@/lib/http/answer";
import { internalPath } from "./internal-path";

export type SignInFailure = { email: string; message: string; issues: { path: string; message: string }[] };

/** Signs in and goes on to `next`; what was wrong comes back with the e-mail address that was typed. */
export async function signInAction(
  next: string,
  _last: SignInFailure | undefined,
  form: FormData,
): Promise<SignInFailure> {
  const email = String(form.get("email") ?? "").trim();
  const password = String(form.get("password") ?? "");
  const result = await answer(async () => signInWithPassword({ email, password }, await headers()));
  if (!result.ok) return { email, message: result.message, issues: result.issues ?? [] };
  const goingTo = internalPath(next);
  redirect(
    result.value.secondFactor ? (`/two-factor?next=${encodeURIComponent(goingTo)}` as Route) : goingTo,
  );
}

export type CloudBegun = { ok: true; url: string; nonce: string } | { ok: false; message: string };

/** Begins a sign-in at the cloud, for the page to open and to wait for. */
export async function beginCloudAction(): Promise<CloudBegun> {
  const result = await answer(async () => beginCloudSignIn(await headers()));
  return result.ok ? { ok: true, ...result.value } : { ok: false, message: result.message };
}
