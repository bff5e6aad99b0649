"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { NameOutcome } from "@/components/members/name-form";
import { askLibrary } from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { newOrganizationSlug } from "@/lib/members/rules";

/** Gives the organization that is shown another name. */
export async function renameAction(_last: NameOutcome | undefined, form: FormData): Promise<NameOutcome> {
  const name = String(form.get("name") ?? "").trim();
  const result = await answer(async () => {
    const { organizationId } = await callerFromCookies();
    const from = await headers();
    await askLibrary((api) =>
      api.updateOrganization({ body: { organizationId, data: { name } }, headers: from }),
    );
  });
  if (result.ok) return { ok: true, name };
  return { ok: false, name, message: result.issues?.[0]?.message ?? result.message };
}

/** Creates another organization, which is the active one from then on. */
export async function createOrganizationAction(
  _last: NameOutcome | undefined,
  form: FormData,
): Promise<NameOutcome> {
  const name = String(form.get("name") ?? "").trim();
  const result = await answer(async () => {
    const from = await headers();
    const body = { name, slug: newOrganizationSlug() };
    await askLibrary((api) => api.createOrganization({ body, headers: from }));
  });
  if (!result.ok) return { ok: false, name, message: result.issues?.[0]?.message ?? result.message };
  redirect("/settings/members");
}
