import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ChannelId } from "../schema";
import { notificationChannels } from "../table";
import { newSigningSecret } from "./sealed";
import { onChannel } from "./stored";

export const renewSecret = operation({
  id: "notifications.renewSecret",
  rest: "POST /api/notifications/channels/{channelId}/secret",
  summary:
    "Give a webhook another signing secret, which is in this answer and nowhere else. Messages are signed with it from now on.",
  permission: "organization:admin",
  on: onChannel,
  input: z.object({ channelId: ChannelId }),
  output: z.object({ secret: z.string() }),
  async run(_caller, { channelId }) {
    const { secret, signingSecret } = newSigningSecret(channelId);
    const ofWebhook = and(eq(notificationChannels.id, channelId), eq(notificationChannels.kind, "webhook"));
    const [changed] = await db()
      .update(notificationChannels)
      .set({ signingSecret })
      .where(ofWebhook)
      .returning({ id: notificationChannels.id });
    if (!changed) {
      throw new Refusal("VALIDATION_ERROR", {
        issues: [{ path: "channelId", message: "Only webhooks are signed, and this is none." }],
      });
    }
    return { secret };
  },
});
