import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { register } from "@/lib/auth/mcp-oauth/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { mcpBindings, oauthClients } from "../table";
import { clientName } from "./client-name";
import { forgetUnused } from "./forget-unused";
import { redirectUriProblem } from "./redirect-uri";

givenDatabase();

test.each([
  "http://127.0.0.1:41731/callback",
  "http://localhost/callback",
  "http://[::1]:5/cb?from=a",
  "https://claude.example/api/mcp/auth_callback",
  "https://localhost:8443/cb",
  "cursor://anysphere.cursor-retrieval/oauth/callback",
  "vscode://vendor.extension/did-authenticate",
  "com.example.app:/oauth",
])("a redirect to a program's own place can be registered: %s", (uri) => {
  expect(redirectUriProblem(uri)).toBeUndefined();
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "vbscript:msgbox",
  "file:///etc/passwd",
  "blob:https://a.example/1",
  "about:blank",
  "view-source:https://a.example",
  "ms-msdt:/id",
  "mailto:a@example.org",
  "ws://127.0.0.1/cb",
  "http://apps.example.org/cb",
  "http://192.168.1.5/cb",
  "http://127.0.0.1.evil.example/cb",
  "http://localhost.evil.example/cb",
  "http://localhost./cb",
  "http://127.1/cb",
  "http://2130706433/cb",
  "http://0x7f000001/cb",
  "http://0.0.0.0/cb",
  "http://user@localhost/cb",
  "http://localhost@evil.example/cb",
  "http://localhost:80@evil.example/cb",
  "http://localhost\\@evil.example/cb",
  "https://user:password@a.example/cb",
  "https://a.example/cb#fragment",
  "https://a.example/cb#",
  "https://*.example/cb",
  "https://a.example/*",
  "https:///cb",
  "https://a.example/c b",
  "https://a.example/cb\r\nset-cookie: a=b",
  "https://a.example/\u202ecb",
  "//a.example/cb",
  "/cb",
  "x:/cb",
  "",
  `https://a.example/${"a".repeat(1000)}`,
])("a redirect that could lead elsewhere is refused: %j", async (uri) => {
  expect(redirectUriProblem(uri)).toEqual(expect.any(String));
  // One bad address among good ones spoils the registration.
  const answer = await register({ redirect_uris: ["http://127.0.0.1:1/cb", uri] });
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_redirect_uri" } });
});

test("a client is told what it became, whatever it asked for: public, with PKCE, without a secret", async () => {
  const { status, body } = await register({
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["authorization_code", "client_credentials", "password"],
    scope: "openid admin",
    skip_consent: true,
    require_pkce: false,
    user_id: "usr_victim",
    disabled: false,
    client_id: "chosen",
    client_secret: "chosen",
    jwks_uri: "http://127.0.0.1:9/keys",
    logo_uri: "http://127.0.0.1:9/logo",
    client_uri: "javascript:alert(1)",
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    client_id_issued_at: expect.any(Number),
    client_name: "Fieldnotes",
    redirect_uris: ["http://127.0.0.1:41731/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
    scope: "mcp offline_access",
  });
  const [row] = await db().select().from(oauthClients).where(eq(oauthClients.clientId, body.client_id));
  expect(row).toMatchObject({
    clientSecret: null,
    skipConsent: null,
    userId: null,
    jwksUri: null,
    icon: null,
    uri: null,
    requirePKCE: true,
  });
});

test.each([
  ["invalid_redirect_uri", { redirect_uris: undefined }],
  ["invalid_redirect_uri", { redirect_uris: [] }],
  ["invalid_redirect_uri", { redirect_uris: "http://127.0.0.1/cb" }],
  [
    "invalid_redirect_uri",
    { redirect_uris: Array.from({ length: 21 }, (_, at) => `http://localhost/${at}`) },
  ],
  ["invalid_client_metadata", { grant_types: ["client_credentials"] }],
  ["invalid_client_metadata", { response_types: ["token"] }],
  ["invalid_client_metadata", { client_name: { $ne: 1 } }],
  ["invalid_client_metadata", { client_name: "a".repeat(1001) }],
])("metadata that cannot be served is refused by its name: %s %j", async (error, metadata) => {
  const answer = await register(metadata);
  expect(answer).toMatchObject({ status: 400, body: { error, error_description: expect.any(String) } });
});

test("a name is shown on one line, without what is not seen or turns the writing around", () => {
  expect(clientName("  Claude\u202e \u200b\n Code\u0000 ")).toBe("Claude Code");
  expect(clientName("\u2066\u2069\t")).toBe("Unnamed client");
  expect(clientName(undefined)).toBe("Unnamed client");
  expect([...clientName("a".repeat(500))]).toHaveLength(60);
  expect(clientName(`a${"\u0301".repeat(500)}`).length).toBeLessThan(20);
  expect(clientName("<b>Über</b>")).toBe("<b>Über</b>");
});

const ages = (days: number) => sql`now() - make_interval(days => ${days})`;
const givenRow = async (clientId: string, createdDays: number, updatedDays = createdDays) =>
  db()
    .insert(oauthClients)
    .values({
      clientId,
      redirectUris: [],
      createdAt: ages(createdDays),
      updatedAt: ages(updatedDays),
    } as never);

test("registrations that nobody uses are forgotten: after a day, or 90 after they were", async () => {
  const { userId, organizationId } = await givenOwner();
  await db().delete(oauthClients);
  await givenRow("fresh", 0);
  await givenRow("never used", 2);
  await givenRow("used before", 100, 89);
  await givenRow("used long before", 200, 91);
  await givenRow("in use", 300);
  await db().insert(mcpBindings).values({ clientId: "in use", userId, organizationId, readOnly: true });
  await forgetUnused();
  const left = await db().select({ id: oauthClients.clientId }).from(oauthClients);
  expect(left.map(({ id }) => id).sort()).toEqual(["fresh", "in use", "used before"]);
});

test("however many register, the table stays small and what is in use stays", async () => {
  await db().execute(sql`
    INSERT INTO ${oauthClients} (id, client_id, redirect_uris, created_at, updated_at)
    SELECT 'ocl_' || n, 'flood ' || n, '{}', now() - n * interval '1 second', now() - n * interval '1 second'
    FROM generate_series(1, 2500) n`);
  const { status } = await register();
  expect(status).toBe(201);
  const [counted] = await db().execute<{ many: number; bound: number }>(sql`
    SELECT count(*)::int AS many, count(*) FILTER (WHERE client_id = 'in use')::int AS bound FROM ${oauthClients}`);
  expect(counted).toEqual({ many: 2001, bound: 1 });
});
