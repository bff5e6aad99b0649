import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { appendEvent } from "./chain/append";
import { type AuditDetails, type AuditEntry, plain } from "./chain/entry";
import { admitRefusal } from "./floods";

/** Who did it, as far as that is known. */
export type Actor = {
  kind: Caller["kind"] | "terminal" | "settings";
  userId?: string;
  organizationId?: string;
  credential?: { id: string } | null;
  address?: string;
};

export type AuditEvent = {
  operation: string;
  /** The id of what it was done to; never a name or a value. */
  resourceId?: string;
  /** "done", or the code of the refusal. */
  outcome: string;
  details?: AuditDetails;
};

/**
 * Writes down a change that was made. It is durable when this returns.
 * @throws Refusal AUDIT_UNAVAILABLE when it cannot be written; the event then stands in the server's log
 */
export async function recordAudit(actor: Actor, event: AuditEvent): Promise<void> {
  const entry = entryOf(actor, event);
  try {
    await appendEvent(entry);
  } catch (cause) {
    console.error("an event could not be written into the audit log:", JSON.stringify(entry), cause);
    throw new Refusal("AUDIT_UNAVAILABLE", { cause });
  }
}

// Of the same refusal to the same caller, these many in a minute have a row of their own.
const OF_A_PERSON = 20;
const OF_A_STRANGER = 1;

/**
 * Writes down a refusal. A caller who is refused the same again and again gets rows of their own for the first few in a
 * minute, and one row that counts the others. Never throws: nothing was changed, and a refusal stays one.
 */
export async function recordRefusal(actor: Actor, event: AuditEvent): Promise<void> {
  const isStranger = !actor.userId;
  const kind = [actor.organizationId, actor.userId, actor.credential?.id, event.operation, event.outcome];
  const admitted = admitRefusal({
    key: JSON.stringify(isStranger ? [actor.address, event.outcome] : kind),
    most: isStranger ? OF_A_STRANGER : OF_A_PERSON,
    isStranger,
    tell: (count) => write({ ...event, details: { ...event.details, repeated: String(count) } }),
  });
  // Where too many strangers come at once, what is counted for all of them together has no address.
  const write = (one: AuditEvent) =>
    recordAudit(admitted === "as one of many" ? { ...actor, address: undefined } : actor, one).catch(
      () => {},
    );
  if (admitted === "no") return;
  await write(event);
}

function entryOf(actor: Actor, event: AuditEvent): AuditEntry {
  return {
    at: new Date(),
    organizationId: actor.organizationId || null,
    userId: plain(actor.userId),
    callerKind: actor.kind,
    credentialId: plain(actor.credential?.id),
    address: plain(actor.address),
    operation: event.operation,
    resourceId: plain(event.resourceId),
    outcome: event.outcome,
    details: event.details ?? null,
  };
}
