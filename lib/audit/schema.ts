import { z } from "zod";

/** Which log: that of the organization, or of what belongs to the instance as a whole. */
export const AuditOf = z.enum(["organization", "instance"]).default("organization");

const moment = (what: string) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: what }).optional();
const word = z.string().trim().max(200).optional();

/** What is asked of the log; what is left out does not matter. */
export const AuditFilter = z.object({
  of: AuditOf.meta({ description: "instance: what belongs to no organization, for admins of the instance" }),
  user: word.meta({ description: "The id of the person" }),
  operation: word.meta({ description: "The id of the operation, such as projects.delete" }),
  resource: word.meta({ description: "The id of what it was done to" }),
  outcome: word.meta({ description: "done, refused, or the code of a refusal" }),
  from: moment("Write a day such as 2026-01-31, or a time in ISO 8601."),
  to: moment("Write a day such as 2026-01-31, or a time in ISO 8601.").meta({
    description: "A day is meant with all its hours",
  }),
  q: word.meta({ description: "Words of what was done" }),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const AuditEvent = z.object({
  seq: z.int(),
  at: z.iso.datetime(),
  operation: z.string(),
  outcome: z.string(),
  user: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
  callerKind: z.string(),
  credential: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
  resource: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  details: z.record(z.string(), z.string()),
  hash: z.string().nullable(),
});
export type AuditEvent = z.output<typeof AuditEvent>;

export const AuditPage = z.object({ data: z.array(AuditEvent), nextCursor: z.string().optional() });
export type AuditPage = z.output<typeof AuditPage>;

export const Damage = z.object({
  kind: z.enum(["altered", "removed", "inserted", "reordered", "ends-moved"]),
  /** The row itself; of removed ones the last row before them. */
  seq: z.int().nullable(),
  at: z.iso.datetime().nullable(),
});
export type Damage = z.output<typeof Damage>;

export const Verification = z.object({
  intact: z.boolean(),
  rows: z.int(),
  older: z.int().meta({ description: "Rows from before there was a chain, which nothing can be said of" }),
  lastSeq: z.int(),
  lastHash: z
    .string()
    .meta({ description: "Keep it elsewhere: a log that is put back later ends with another one" }),
  damages: z.array(Damage),
  checkedAt: z.iso.datetime(),
});
export type Verification = z.output<typeof Verification>;

/** The filter with the place in the list, as the address of the page holds it. */
export const AuditQuery = AuditFilter.extend({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "Send nextCursor of the page before.")
    .optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

/** What a page is told of a verification. */
export type Verified = { ok: true; value: Verification } | { ok: false; message: string };
