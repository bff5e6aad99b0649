"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Outcome } from "@/components/members/actions";
import { askLibrary, signOut } from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { restartProject, startProject, stopProject } from "@/lib/projects";

const RUNS = { start: startProject, stop: stopProject, restart: restartProject };

export async function runProjectAction(projectId: string, action: "start" | "stop" | "restart") {
  const result = await answer(async () => RUNS[action](await callerFromCookies(), { projectId }));
  return result.ok ? { ok: true as const } : result;
}

export async function signOutAction() {
  await signOut(await headers());
  redirect("/sign-in");
}

/** Shows another organization of the person's own from now on, in this session. */
export async function switchOrganizationAction(organizationId: string): Promise<Outcome> {
  const result = await answer(async () => {
    const from = await headers();
    await askLibrary((api) => api.setActiveOrganization({ body: { organizationId }, headers: from }));
  });
  if (!result.ok) return { ok: false, message: result.message };
  // What is open may belong to the other organization.
  redirect("/projects");
}
