import { asc, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { members, users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { mailIsSetUp } from "@/lib/mail";
import { projects } from "@/lib/projects/table";
import type { ChannelChoices } from "../schema";

/** Whom and what a channel can be about. Whoever calls has been let see the organization's channels. */
export async function channelChoices({ organizationId }: Caller): Promise<ChannelChoices> {
  const [people, named] = await Promise.all([
    db()
      .select({ userId: users.id, name: users.name, email: users.email })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(eq(members.organizationId, organizationId))
      .orderBy(asc(users.name), asc(users.id)),
    db()
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(eq(projects.organizationId, organizationId))
      .orderBy(asc(projects.name)),
  ]);
  return { people, projects: named, mail: mailIsSetUp() };
}
