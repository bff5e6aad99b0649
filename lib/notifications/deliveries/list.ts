import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { onOrganization } from "../channels/stored";
import { inWords, type Notice } from "../messages/words";
import { ChannelId, DeliveryRow } from "../schema";
import { noticeDeliveries, notices, notificationChannels } from "../table";

export const listDeliveries = operation({
  id: "notifications.listDeliveries",
  rest: "GET /api/notifications/deliveries",
  summary: "List what was told through the organization's channels, newest first, and what came of it.",
  permission: "organization:admin",
  on: onOrganization,
  input: z.object({
    channelId: ChannelId.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, "Use the nextCursor of an earlier answer.")
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ data: z.array(DeliveryRow), nextCursor: z.string().optional() }),
  async run({ organizationId }, { channelId, cursor, limit }) {
    const rows = await db()
      .select({
        delivery: noticeDeliveries,
        notice: notices,
        channelName: notificationChannels.name,
        to: users.name,
      })
      .from(noticeDeliveries)
      .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
      .innerJoin(notificationChannels, eq(notificationChannels.id, noticeDeliveries.channelId))
      .leftJoin(users, eq(users.id, noticeDeliveries.userId))
      .where(
        and(
          eq(notificationChannels.organizationId, organizationId),
          channelId === undefined ? undefined : eq(noticeDeliveries.channelId, channelId),
          cursor === undefined ? undefined : lt(noticeDeliveries.seq, Number(cursor)),
        ),
      )
      .orderBy(desc(noticeDeliveries.seq))
      .limit(limit + 1);
    const shown = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? String(shown.at(-1)?.delivery.seq) : undefined;
    return { data: shown.map(toRow), ...(nextCursor && { nextCursor }) };
  },
});

type Row = {
  delivery: typeof noticeDeliveries.$inferSelect;
  notice: typeof notices.$inferSelect;
  channelName: string;
  to: string | null;
};

function toRow({ delivery, notice, channelName, to }: Row): DeliveryRow {
  const { id, messageId, channelId, state, attempts, error, nextAt, createdAt } = delivery;
  return {
    ...{ id, messageId, channelId, channelName, to, state, attempts, error },
    ...{ event: notice.event, headline: inWords(notice as Notice).headline, projectId: notice.projectId },
    nextAt: state === "waiting" ? nextAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}
