import type { auditEvents } from "@/lib/access/table";

/** A row of the log as it is stored. */
export type AuditRow = typeof auditEvents.$inferSelect;

/** What a row tells; the chain adds its number and hashes. */
export type AuditEntry = Omit<AuditRow, "seq" | "previousHash" | "hash">;

/** What may stand beside an event: words of ours, ids and counts, never what somebody typed. */
export const DETAIL_KEYS = ["repeated", "role", "method", "person", "client"] as const;
export type AuditDetails = Partial<Record<(typeof DETAIL_KEYS)[number], string>>;

/** The chain of what belongs to no organization. */
export const INSTANCE_CHAIN = "instance";

/** Each organization's rows are a chain of their own. */
export const chainOf = (organizationId: string | null): string => organizationId ?? INSTANCE_CHAIN;

const MOST_CHARACTERS = 200;

/** A text as it comes back from the database: no NUL, no halves of a character, and never long. */
export function plain(text: string | null | undefined): string | null {
  return text ? text.slice(0, MOST_CHARACTERS).toWellFormed().replaceAll("\0", "") || null : null;
}
