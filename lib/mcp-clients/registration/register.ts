import { z } from "zod";
import { db } from "@/lib/db/client";
import { SCOPES } from "../metadata";
import { oauthClients } from "../table";
import { clientName } from "./client-name";
import { forgetUnused } from "./forget-unused";
import { redirectUriProblem } from "./redirect-uri";

const Metadata = z.object({
  redirect_uris: z
    .array(z.string(), "redirect_uris must be a list of addresses")
    .min(1, "redirect_uris must name at least one address")
    .max(20, "redirect_uris may name at most 20 addresses")
    .superRefine((uris, context) => {
      for (const uri of uris) {
        const problem = redirectUriProblem(uri);
        if (problem) context.addIssue({ code: "custom", message: `A redirect URI ${problem}.` });
      }
    }),
  client_name: z.string("client_name must be text").max(1000, "client_name is too long").optional(),
  client_uri: z.string().max(2000).optional().catch(undefined),
  grant_types: z.array(z.string()).default(["authorization_code"]),
  response_types: z.array(z.string()).default(["code"]),
});

/** What a registration answers (RFC 7591, section 3.2). */
export type Registration =
  | { ok: true; client: Record<string, unknown> }
  | { ok: false; error: "invalid_redirect_uri" | "invalid_client_metadata"; description: string };

/**
 * Takes a program in as a client (RFC 7591). Whatever it asked for, it becomes a public one: no secret that a program
 * on somebody's machine could not keep anyway, PKCE in its place. What is not understood is left out, and no address
 * that it names is ever fetched.
 */
export async function registerClient(metadata: unknown): Promise<Registration> {
  const parsed = Metadata.safeParse(metadata);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const error = issue?.path[0] === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
    return { ok: false, error, description: issue?.message ?? "The metadata is not understood." };
  }
  const { redirect_uris, client_name, client_uri, grant_types, response_types } = parsed.data;
  if (!grant_types.includes("authorization_code") || !response_types.includes("code")) {
    const description = "Only the grant authorization_code with the response code is offered.";
    return { ok: false, error: "invalid_client_metadata", description };
  }
  await forgetUnused();
  const [row] = await db()
    .insert(oauthClients)
    .values({
      clientId: crypto.randomUUID(),
      name: clientName(client_name),
      uri: homePage(client_uri),
      redirectUris: [...new Set(redirect_uris)],
      scopes: [...SCOPES],
      grantTypes: ["authorization_code", "refresh_token"],
      responseTypes: ["code"],
      tokenEndpointAuthMethod: "none",
      applicationType: redirect_uris.every((uri) => uri.startsWith("https:")) ? "web" : "native",
      requirePKCE: true,
    })
    .returning();
  if (!row) throw new Error("an insert returned no row");
  return { ok: true, client: answerOf(row) };
}

function answerOf(row: typeof oauthClients.$inferSelect): Record<string, unknown> {
  return {
    client_id: row.clientId,
    client_id_issued_at: Math.floor((row.createdAt ?? new Date()).getTime() / 1000),
    client_name: row.name,
    ...(row.uri && { client_uri: row.uri }),
    redirect_uris: row.redirectUris,
    grant_types: row.grantTypes,
    response_types: row.responseTypes,
    token_endpoint_auth_method: row.tokenEndpointAuthMethod,
    application_type: row.applicationType,
    scope: SCOPES.join(" "),
  };
}

function homePage(given: string | undefined): string | undefined {
  return given && URL.canParse(given) && new URL(given).protocol === "https:"
    ? new URL(given).href
    : undefined;
}
