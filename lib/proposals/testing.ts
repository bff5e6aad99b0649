import { and, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { Narrowing } from "@/lib/access/narrow";
import { callerBy } from "@/lib/auth/caller/credential";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { mcpBindings, oauthClients } from "@/lib/mcp-clients/table";

/** An AI client that acts for a person, and may only propose unless told otherwise. */
export async function givenClient(
  { userId, organizationId, grants, name, email }: Caller,
  narrowing: Narrowing = null,
) {
  const clientId = newId("cli");
  await db().insert(oauthClients).values({ clientId, name: "Harbour agent", redirectUris: [] });
  await db()
    .insert(mcpBindings)
    .values({ clientId, organizationId, userId, readOnly: false, propose: true, grants: narrowing });
  const organizations = [organizationId];
  const person = { userId, name, email, instanceAdmin: false, organizations, grants: [...grants] };
  const binding = { organizationId, readOnly: false, propose: true, narrowing };
  const caller = callerBy("mcp", person, { id: clientId, name: "Harbour agent", ...binding }, new Headers());
  if (!caller) throw new Error("the person is no member");
  const own = and(eq(mcpBindings.clientId, clientId), eq(mcpBindings.userId, userId));
  return {
    caller,
    rebind: (change: Partial<typeof mcpBindings.$inferInsert>) =>
      db().update(mcpBindings).set(change).where(own),
    disconnect: () => db().delete(mcpBindings).where(own),
  };
}
