import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { organizations } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { operation } from "@/lib/operation/define";
import { LEASE_SECONDS, type Message } from "../deliveries/claim";
import { deliver, type Outcome } from "../deliveries/deliver";
import { finishMessage } from "../deliveries/finish";
import type { Notice } from "../messages/words";
import { ChannelId, Tested } from "../schema";
import { noticeDeliveries, notices } from "../table";
import { type Channel, findChannel, onChannel } from "./stored";

export const testChannel = operation({
  id: "notifications.testChannel",
  rest: "POST /api/notifications/channels/{channelId}/test",
  summary: "Send a test through a channel now, paused or not, and tell what came of it. It is not repeated.",
  permission: "organization:admin",
  on: onChannel,
  input: z.object({ channelId: ChannelId }),
  output: Tested,
  async run(caller, { channelId }) {
    const channel = await findChannel(channelId);
    if (!channel) throw new Refusal("NOT_FOUND");
    const worker = newId("tester");
    const since = performance.now();
    const messages = await write(caller, channel, worker);
    const outcomes = await Promise.all(messages.map((message) => sendOnce(worker, message)));
    const failed = outcomes.filter(({ ok }) => !ok);
    return {
      ok: failed.length === 0,
      answer: [...new Set((failed.length > 0 ? failed : outcomes).map(({ answer }) => answer))].join(" "),
      durationMs: Math.round(performance.now() - since),
    };
  },
});

/** A test stands among the deliveries like anything else that was told, held by this call alone. */
async function write(caller: Caller, channel: Channel, worker: string): Promise<Message[]> {
  const { id: channelId, organizationId } = channel;
  return await db().transaction(async (tx) => {
    const [notice] = await tx
      .insert(notices)
      .values({ organizationId, event: "test", key: worker, about: { by: caller.name || "Somebody" } })
      .returning();
    const [organization] = await tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    if (!notice || !organization) throw new Refusal("NOT_FOUND");
    const readers = channel.kind === "email" ? channel.people : [null];
    const messages = readers.map((userId) => ({ id: newId("msg"), userId }));
    await tx.insert(noticeDeliveries).values(
      messages.map(({ id: messageId, userId }) => ({
        ...{ noticeId: notice.id, channelId, userId, messageId, worker, attempts: 1 },
        ...{ nextAt: new Date(), leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` },
      })),
    );
    const told = { channel, organization, notices: [notice as Notice], attempts: 1 };
    return messages.map((message) => ({ ...told, ...message }));
  });
}

async function sendOnce(worker: string, message: Message): Promise<Outcome> {
  const outcome = await deliver(message);
  const last: Outcome = outcome.ok ? outcome : { ...outcome, final: outcome.final ?? "this" };
  await finishMessage(worker, message, last);
  return last;
}
