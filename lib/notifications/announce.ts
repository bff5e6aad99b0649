import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import { wakeSenders } from "./deliveries/wake";
import type { Fact } from "./facts";
import type { NoticeEvent, ToldEvent } from "./schema";
import { noticeDeliveries, notices, notificationChannels } from "./table";

type Notice = Pick<typeof notices.$inferSelect, "id" | "organizationId" | "projectId" | "event" | "key">;
type Channel = typeof notificationChannels.$inferSelect;

// Facts that come together are told together; those that can wait, wait longer for others.
const GATHER_SECONDS = { calm: 30, urgent: 4 };
const CALM: readonly NoticeEvent[] = ["update.available", "update.done"];

/**
 * Tells of facts through the channels of their organizations, once the caller's transaction commits; a fact that was
 * announced before is not told again. Nothing is sent here, so that nothing waits for a network.
 */
export async function announce(tx: Transaction, given: Fact | readonly Fact[]): Promise<void> {
  const facts = [given].flat() as Fact[];
  if (facts.length === 0) return;
  const fresh = await writeDown(tx, facts);
  if (fresh.length === 0) return;
  const channels = await tx
    .select()
    .from(notificationChannels)
    .where(
      and(
        inArray(notificationChannels.organizationId, [...new Set(fresh.map((one) => one.organizationId))]),
        eq(notificationChannels.paused, false),
      ),
    );
  const rows = [];
  for (const notice of fresh) {
    const follows = facts.find((fact) => isOf(fact, notice))?.follows;
    const told = follows && (await toldOf(tx, notice, follows));
    for (const channel of channels)
      if (told ? told.has(channel.id) : concerns(channel, notice))
        rows.push(...deliveriesTo(channel, notice));
  }
  if (rows.length === 0) return;
  await tx.insert(noticeDeliveries).values(rows);
  await wakeSenders(tx);
}

const isOf = (fact: Fact, notice: Notice) =>
  fact.organizationId === notice.organizationId &&
  fact.projectId === notice.projectId &&
  fact.event === notice.event &&
  fact.key === notice.key;

/** @returns those that are new. What is told of a project that has just gone is of use to nobody. */
async function writeDown(tx: Transaction, facts: readonly Fact[]): Promise<Notice[]> {
  const ids = [...new Set(facts.flatMap((fact) => fact.projectId ?? []))];
  const named = new Map(
    (
      await tx
        .select({ id: projects.id, name: projects.name })
        .from(projects)
        .where(inArray(projects.id, ids))
        .for("key share")
    ).map((project) => [project.id, project.name]),
  );
  const values = facts
    .filter(({ projectId }) => projectId === null || named.has(projectId))
    .map(({ follows: _follows, ...fact }) => ({
      ...fact,
      projectName: named.get(fact.projectId ?? "") ?? null,
    }));
  if (values.length === 0) return [];
  const { id, organizationId, projectId, event, key } = notices;
  return await tx
    .insert(notices)
    .values(values)
    .onConflictDoNothing()
    .returning({ id, organizationId, projectId, event, key });
}

/** Whether a channel wants to be told. */
function concerns({ organizationId, events, projectIds }: Channel, notice: Notice): boolean {
  if (organizationId !== notice.organizationId || !events.includes(notice.event as ToldEvent)) return false;
  return projectIds === null || (notice.projectId !== null && projectIds.includes(notice.projectId));
}

/** The channels that were told of one of these earlier facts. */
async function toldOf(tx: Transaction, notice: Notice, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0 || notice.projectId === null) return new Set();
  const rows = await tx
    .selectDistinct({ channelId: noticeDeliveries.channelId })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
    .where(and(eq(notices.projectId, notice.projectId), inArray(notices.key, [...keys])));
  return new Set(rows.map(({ channelId }) => channelId));
}

/** One for each person of an e-mail channel, so that a letter that arrived is not sent again for another's sake. */
function deliveriesTo({ id: channelId, kind, people }: Channel, { id: noticeId, event }: Notice) {
  const seconds = CALM.includes(event) ? GATHER_SECONDS.calm : GATHER_SECONDS.urgent;
  const nextAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
  const to = kind === "email" ? people : [null];
  return to.map((userId) => ({ noticeId, channelId, userId, nextAt }));
}
