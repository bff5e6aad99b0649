import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { onLog } from "./permitted";
import { chainAsked, readRows } from "./rows";
import { AuditPage, AuditQuery } from "./schema";

export const listAudit = operation({
  id: "audit.list",
  rest: "GET /api/audit",
  summary:
    "Changes and refusals in the organization, newest first: who, from where, what, on what, and what came of it.",
  permission: "organization:admin",
  on: onLog,
  input: AuditQuery.extend({
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: AuditPage,
  async run(caller, { cursor, limit, ...filter }) {
    const before = cursor === undefined ? undefined : Number(cursor);
    const chain = chainAsked(filter, caller.organizationId);
    const data = await readRows(chain, filter, { before, limit: limit + 1 });
    const isMore = data.length > limit;
    return { data: data.slice(0, limit), nextCursor: isMore ? String(data[limit - 1]?.seq) : undefined };
  },
});
