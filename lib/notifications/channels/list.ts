import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ChannelRow } from "../schema";
import { notificationChannels } from "../table";
import { onOrganization, toChannelRows } from "./stored";

export const listChannels = operation({
  id: "notifications.listChannels",
  rest: "GET /api/notifications/channels",
  summary: "List where the organization's people are told of events, and what came of the last message.",
  permission: "organization:admin",
  on: onOrganization,
  input: z.object({}),
  output: z.object({ data: z.array(ChannelRow) }),
  async run({ organizationId }) {
    const channels = await db()
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.organizationId, organizationId))
      .orderBy(asc(notificationChannels.createdAt), asc(notificationChannels.id));
    return { data: await toChannelRows(organizationId, channels) };
  },
});
