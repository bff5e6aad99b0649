import { and, asc, eq, inArray } from "drizzle-orm";
import type { Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { members, users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import type { ChannelRow } from "../schema";
import { notificationChannels } from "../table";

export type Channel = typeof notificationChannels.$inferSelect;

/** The organization that a caller has open, as the resource of its channels. */
export function onOrganization(_input: unknown, { organizationId }: Caller): Resource {
  return { type: "organization", id: organizationId, organizationId };
}

/** The organization that a channel belongs to; undefined when there is no such channel. */
export async function onChannel({ channelId }: { channelId: string }): Promise<Resource | undefined> {
  const found = await findChannel(channelId);
  return found && { type: "organization", id: found.organizationId, organizationId: found.organizationId };
}

export async function findChannel(channelId: string): Promise<Channel | undefined> {
  const [found] = await db()
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, channelId));
  return found;
}

/** Those of these people who belong to the organization and may sign in, by name. */
export async function peopleOf(organizationId: string, userIds: readonly string[]) {
  const { name, email, bannedAt } = users;
  return await db()
    .select({ userId: users.id, name, email, bannedAt })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), inArray(members.userId, [...userIds])))
    .orderBy(asc(name), asc(users.id));
}

/** What is told of channels; what is sealed stays here. */
export async function toChannelRows(
  organizationId: string,
  channels: readonly Channel[],
): Promise<ChannelRow[]> {
  const people = await peopleOf(
    organizationId,
    channels.flatMap((channel) => channel.people),
  );
  const named = await db()
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(
      inArray(
        projects.id,
        channels.flatMap((channel) => channel.projectIds ?? []),
      ),
    )
    .orderBy(asc(projects.name));
  return channels.map((channel) => ({
    ...{ id: channel.id, kind: channel.kind, name: channel.name, host: channel.host },
    people: people
      .filter(({ userId }) => channel.people.includes(userId))
      .map(({ userId, name, email }) => ({ userId, name, email })),
    events: channel.events,
    projects: channel.projectIds && named.filter(({ id }) => channel.projectIds?.includes(id)),
    ...{ paused: channel.paused, pausedReason: channel.pausedReason, last: lastOf(channel) },
    createdAt: channel.createdAt.toISOString(),
  }));
}

function lastOf({ lastOk, lastAt, lastError }: Channel): ChannelRow["last"] {
  return lastOk === null || lastAt === null
    ? null
    : { ok: lastOk, at: lastAt.toISOString(), error: lastError };
}
