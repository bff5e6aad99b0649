import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { organizations } from "@/lib/auth/table";
import { db, type Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import type { Channel } from "../channels/stored";
import type { Notice } from "../messages/words";
import { noticeDeliveries, notices, notificationChannels } from "../table";

/** What is sent at once: one notice, or several that came together, to one address of one channel. */
export type Message = {
  /** The same at every attempt, so that a receiver tells a repetition from news. */
  id: string;
  channel: Channel;
  organization: { id: string; name: string };
  /** Whom an e-mail goes to. */
  userId: string | null;
  notices: Notice[];
  /** This one included. */
  attempts: number;
};

/** Longer than any sending takes: whoever has not said by then what came of it is gone. */
export const LEASE_SECONDS = 120;
const MOST_TOGETHER = 10;

type First = {
  id: string;
  message_id: string | null;
  channel_id: string;
  user_id: string | null;
  kind: string;
};

/** Takes what is due next for a worker, alone of all workers; undefined when nothing is. */
export async function claimMessage(worker: string): Promise<Message | undefined> {
  return await db().transaction(async (tx) => {
    const [first] = await tx.execute<First>(sql`
      SELECT d.id, d.message_id, d.channel_id, d.user_id, c.kind
      FROM notice_deliveries d JOIN notification_channels c ON c.id = d.channel_id
      WHERE d.state = 'waiting' AND ${dueAt} <= now() AND NOT c.paused
      ORDER BY d.next_at, d.seq LIMIT 1 FOR UPDATE OF d SKIP LOCKED`);
    if (!first) return undefined;
    const messageId = first.message_id ?? newId("msg");
    const taken = await tx
      .update(noticeDeliveries)
      .set({
        ...{ messageId, worker, attempts: sql`${noticeDeliveries.attempts} + 1` },
        leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where(inArray(noticeDeliveries.id, await together(tx, first)))
      .returning({ noticeId: noticeDeliveries.noticeId, attempts: noticeDeliveries.attempts });
    return await readMessage(tx, first, messageId, taken);
  });
}

/** When a delivery `d` of a channel `c` may be tried: not while its channel wants quiet, or somebody sends it. */
export const dueAt = sql`greatest(d.next_at, c.quiet_until, d.lease_until)`;

/** What goes out with it: what shared its message before, else what waits for the same reader. Webhooks get one each. */
async function together(tx: Transaction, first: First): Promise<string[]> {
  const { id, messageId, channelId, userId, state, seq } = noticeDeliveries;
  if (first.message_id === null && first.kind === "webhook") return [first.id];
  const reader = first.user_id === null ? isNull(userId) : eq(userId, first.user_id);
  const rows = await tx
    .select({ id })
    .from(noticeDeliveries)
    .where(
      and(
        eq(state, "waiting"),
        eq(channelId, first.channel_id),
        reader,
        first.message_id === null ? isNull(messageId) : eq(messageId, first.message_id),
      ),
    )
    .orderBy(asc(seq))
    .limit(MOST_TOGETHER)
    .for("update", { skipLocked: true });
  return [...new Set([first.id, ...rows.map((row) => row.id)])].slice(0, MOST_TOGETHER);
}

async function readMessage(
  tx: Transaction,
  first: First,
  id: string,
  taken: readonly { noticeId: string; attempts: number }[],
): Promise<Message | undefined> {
  const [found] = await tx
    .select({
      channel: notificationChannels,
      organization: { id: organizations.id, name: organizations.name },
    })
    .from(notificationChannels)
    .innerJoin(organizations, eq(organizations.id, notificationChannels.organizationId))
    .where(eq(notificationChannels.id, first.channel_id));
  const ids = taken.map(({ noticeId }) => noticeId);
  const told = await tx
    .select()
    .from(notices)
    .where(inArray(notices.id, ids))
    .orderBy(asc(notices.createdAt), asc(notices.id));
  const attempts = Math.max(...taken.map((one) => one.attempts));
  return found && { id, ...found, userId: first.user_id, notices: told as Notice[], attempts };
}
