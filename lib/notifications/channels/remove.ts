import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ChannelId } from "../schema";
import { notificationChannels } from "../table";
import { onChannel } from "./stored";

export const removeChannel = operation({
  id: "notifications.removeChannel",
  rest: "DELETE /api/notifications/channels/{channelId}",
  summary: "Remove a channel; nothing more is sent there.",
  permission: "organization:admin",
  on: onChannel,
  input: z.object({ channelId: ChannelId }),
  output: z.void(),
  status: 204,
  async run(_caller, { channelId }) {
    const [gone] = await db()
      .delete(notificationChannels)
      .where(eq(notificationChannels.id, channelId))
      .returning({ id: notificationChannels.id });
    if (!gone) throw new Refusal("NOT_FOUND");
  },
});
