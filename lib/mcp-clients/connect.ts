import { eq, sql } from "drizzle-orm";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { invalidInput } from "@/lib/access/invalid-input";
import { Refusal } from "@/lib/access/refusal";
import { recordAudit } from "@/lib/audit/record";
import { db } from "@/lib/db/client";
import { checkLimits } from "./limits";
import { Limits } from "./schema";
import { mcpBindings, oauthClients } from "./table";

/**
 * Lets a client do something for this person from now on, in place of what it may do now. The last step before the
 * client is told that it was allowed; no operation, since only the consent page asks for it.
 * @param limits as they came from the page
 * @throws Refusal VALIDATION_ERROR naming the field, EMPTY_GRANTS, GRANT_EXCEEDS_ACCESS, FORBIDDEN for a credential,
 * CONSENT_EXPIRED when the client was forgotten meanwhile
 */
export async function connectClient(person: Caller, clientId: string, limits: unknown): Promise<void> {
  authorize(person, "account", undefined, true);
  const parsed = Limits.safeParse(limits);
  if (!parsed.success) throw invalidInput(parsed.error);
  const kept = await checkLimits(person, parsed.data);
  const now = sql`now()`;
  await db().transaction(async (tx) => {
    const [client] = await tx
      .update(oauthClients)
      .set({ updatedAt: now })
      .where(eq(oauthClients.clientId, clientId))
      .returning({ id: oauthClients.id });
    if (!client) throw new Refusal("CONSENT_EXPIRED");
    await tx
      .insert(mcpBindings)
      .values({ clientId, userId: person.userId, ...kept })
      .onConflictDoUpdate({
        target: [mcpBindings.clientId, mcpBindings.userId],
        set: { ...kept, updatedAt: now },
      });
  });
  const { organizationId } = kept;
  const event = { operation: "mcpClients.connect", resourceId: clientId, outcome: "done" };
  await recordAudit({ ...person, organizationId }, event);
}
