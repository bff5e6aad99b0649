import { and, count, eq, inArray } from "drizzle-orm";
import { type Issue, Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { mailIsSetUp } from "@/lib/mail";
import { whyNotAsked } from "@/lib/outgoing";
import { projects } from "@/lib/projects/table";
import { notificationChannels } from "../table";
import { peopleOf } from "./stored";

const MOST_CHANNELS = 20;

type Given = { url?: string; people?: readonly string[]; projectIds?: readonly string[] | null };

/**
 * Checks what a channel is told against what there is: members, projects, and an address that may be asked.
 * @throws Refusal VALIDATION_ERROR with each field, MAIL_NOT_SET_UP
 */
export async function checkChannel(
  organizationId: string,
  { url, people, projectIds }: Given,
): Promise<void> {
  if (people && !mailIsSetUp()) {
    throw new Refusal("MAIL_NOT_SET_UP", {
      message: "This instance cannot send mail yet: its operator sets SMTP_URL and SMTP_FROM.",
    });
  }
  const issues: Issue[] = [];
  const refused = url === undefined ? undefined : await whyNotAsked(url);
  if (refused) issues.push({ path: "url", message: refused });
  if (people) {
    const found = (await peopleOf(organizationId, people)).map(({ userId }) => userId);
    const strange = people.filter((id) => !found.includes(id));
    if (strange.length > 0)
      issues.push({ path: "people", message: "Choose people who belong to this organization." });
  }
  if (projectIds) {
    const found = await db()
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.organizationId, organizationId), inArray(projects.id, [...projectIds])));
    if (found.length < new Set(projectIds).size)
      issues.push({ path: "projectIds", message: "Choose projects of this organization." });
  }
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}

/** @throws Refusal TOO_MANY_CHANNELS */
export async function refuseTooMany(organizationId: string): Promise<void> {
  const [found] = await db()
    .select({ here: count() })
    .from(notificationChannels)
    .where(eq(notificationChannels.organizationId, organizationId));
  if ((found?.here ?? 0) >= MOST_CHANNELS) throw new Refusal("TOO_MANY_CHANNELS");
}
