import { and, eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ChangedChannel, ChannelRow } from "../schema";
import { noticeDeliveries, notificationChannels } from "../table";
import { checkChannel } from "./check";
import { sealTarget } from "./sealed";
import { findChannel, onChannel, toChannelRows } from "./stored";

export const changeChannel = operation({
  id: "notifications.changeChannel",
  rest: "PATCH /api/notifications/channels/{channelId}",
  summary:
    "Change what a channel is told of, where it leads, or whether it is paused; what waits while it is paused is not sent.",
  permission: "organization:admin",
  on: onChannel,
  input: ChangedChannel,
  output: ChannelRow,
  async run(_caller, { channelId, url, people, projectIds, ...rest }) {
    const channel = await findChannel(channelId);
    if (!channel) throw new Refusal("NOT_FOUND");
    const { organizationId, kind } = channel;
    const stray = kind === "email" ? url !== undefined && "url" : people !== undefined && "people";
    if (stray) {
      const message = kind === "email" ? "An e-mail channel has no address." : "Only e-mail goes to people.";
      throw new Refusal("VALIDATION_ERROR", { issues: [{ path: stray, message }] });
    }
    await checkChannel(organizationId, { url, people, projectIds });
    const changed = await db().transaction(async (tx) => {
      if (rest.paused) await dropWaiting(tx, channelId);
      const [row] = await tx
        .update(notificationChannels)
        .set({
          ...rest,
          ...(rest.paused !== undefined && { pausedReason: null, quietUntil: null }),
          ...(url !== undefined && { ...sealTarget(channelId, url), quietUntil: null }),
          ...(people && { people: [...new Set(people)] }),
          ...(projectIds !== undefined && { projectIds: projectIds && [...new Set(projectIds)] }),
        })
        .where(eq(notificationChannels.id, channelId))
        .returning();
      return row;
    });
    const [row] = changed ? await toChannelRows(organizationId, [changed]) : [];
    if (!row) throw new Refusal("NOT_FOUND");
    return row;
  },
});

/** What waited for days would be told as if it had just happened. */
async function dropWaiting(tx: Transaction, channelId: string): Promise<void> {
  await tx
    .update(noticeDeliveries)
    .set({ state: "dropped", error: "The channel was paused.", finishedAt: new Date() })
    .where(and(eq(noticeDeliveries.channelId, channelId), eq(noticeDeliveries.state, "waiting")));
}
