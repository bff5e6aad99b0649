import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { clientRows, placeOf } from "./rows";
import type { McpClientRow } from "./schema";
import { oauthClients } from "./table";

/** A client that asks to act for somebody, as far as it is known. */
export type AskingClient = {
  name: string;
  uri: string | null;
  registeredAt: string;
  /** Where its answer goes: a host, or the scheme of a program. */
  place: string;
  /** What it may do already. */
  present: McpClientRow["binding"] | undefined;
};

/** Who asks this person. @returns undefined when the client is not known (any more) */
export async function askedFor(
  { userId }: Pick<Caller, "userId">,
  { clientId, redirectUri }: { clientId: string; redirectUri: string },
): Promise<AskingClient | undefined> {
  const [client] = await db().select().from(oauthClients).where(eq(oauthClients.clientId, clientId));
  if (!client) return undefined;
  const [known] = await clientRows(userId, clientId);
  return {
    name: client.name ?? client.clientId,
    uri: client.uri,
    registeredAt: (client.createdAt ?? new Date()).toISOString(),
    place: placeOf(redirectUri),
    present: known?.binding,
  };
}
