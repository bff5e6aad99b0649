"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signOut } from "@/lib/auth";
import { joinAsNewPerson, joinSignedIn } from "@/lib/auth/invitation/page";
import { answer } from "@/lib/http/answer";

export type JoinFailure = {
  name: string;
  message: string;
  wrong: { name?: string; password?: string };
};

/** Makes the account, joins and goes on to the dashboard; what was wrong comes back with the name that was typed. */
export async function joinAction(
  invitationId: string,
  _last: JoinFailure | undefined,
  form: FormData,
): Promise<JoinFailure> {
  const name = String(form.get("name") ?? "");
  const password = String(form.get("password") ?? "");
  const result = await answer(() => joinAsNewPerson({ invitationId, name, password }));
  if (result.ok) redirect("/apps");
  const wrong = (path: string) => result.issues?.find((issue) => issue.path === path)?.message;
  return { name, message: result.message, wrong: { name: wrong("name"), password: wrong("password") } };
}

export type AcceptFailure = { message: string };

export async function acceptAction(invitationId: string): Promise<AcceptFailure> {
  const result = await answer(() => joinSignedIn(invitationId));
  if (result.ok) redirect("/apps");
  return { message: result.message };
}

/** Leaves the wrong account and comes back to the invitation. */
export async function changePersonAction(invitationId: string) {
  await signOut(await headers());
  redirect(`/invitation/${encodeURIComponent(invitationId)}` as Route);
}
