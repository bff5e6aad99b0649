import { randomInt } from "node:crypto";
import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { organizationClient, twoFactorClient } from "better-auth/client/plugins";
import type { Caller } from "@/lib/access/caller";
import { type Role, seedGrants } from "@/lib/access/permissions";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { callerOf } from "./caller-of";
import { handleAuth } from "./handler";
import { hashPassword } from "./password";
import { clientAddressHeader } from "./peer";
import { addMember } from "./store/members";
import { createFirstOrganization } from "./store/organizations";
import { accounts, organizations, users } from "./table";

/** A person in an organization of their own, with the grants of their role. */
export async function givenOwner(role: Role = "owner"): Promise<Caller> {
  const slug = newId("t");
  const [user] = await db()
    .insert(users)
    .values({ name: "Maren Hallberg", email: `${slug}@example.org` })
    .returning();
  const [organization] = await db()
    .insert(organizations)
    .values({ name: "Hallberg Studio", slug })
    .returning();
  if (!user || !organization) throw new Error("an insert returned no row");
  await addMember(db(), { organizationId: organization.id, userId: user.id, role });
  const rows = seedGrants(role).map((grant) => ({ ...grant, organizationId: organization.id }));
  return {
    kind: "session",
    userId: user.id,
    name: user.name,
    email: user.email,
    organizationId: organization.id,
    instanceAdmin: false,
    readOnly: false,
    credential: null,
    narrowed: false,
    propose: false,
    address: "127.0.0.1",
    grants: rows,
  };
}

const BASE = "http://127.0.0.1:3000";

/** What every person of `givenPerson` has, so that it is hashed once. */
export const PASSWORD = "a long enough password";
let hashed: Promise<string> | undefined;

/** A person with a password, who is a member of an organization, or of none. */
export async function givenPerson({
  email = `${newId("p").replace("_", "-")}@example.org`,
  organizationId,
  role = "member",
}: {
  email?: string;
  organizationId?: string;
  role?: Role;
} = {}): Promise<{ userId: string; email: string; memberId: string | undefined }> {
  hashed ??= hashPassword(PASSWORD);
  const [user] = await db().insert(users).values({ name: "Maren Hallberg", email }).returning();
  if (!user) throw new Error("an insert returned no row");
  await db()
    .insert(accounts)
    .values({
      accountId: user.id,
      providerId: "credential",
      userId: user.id,
      password: await hashed,
    });
  const member = organizationId
    ? await addMember(db(), { organizationId, userId: user.id, role })
    : undefined;
  return { userId: user.id, email, memberId: member?.id };
}

/** A person who owns an organization, and a browser in which they are signed in. */
export async function givenOwnerSignedIn() {
  const owner = await givenPerson();
  const organizationId = await createFirstOrganization(db(), { id: owner.userId, name: "Maren" });
  const browser = givenBrowser();
  await browser.signIn(owner.email);
  return { ...owner, organizationId, browser };
}

/** A person in that organization, and a browser in which they are signed in. */
export async function givenMemberSignedIn(organizationId: string, role: Role) {
  const member = await givenPerson({ organizationId, role });
  const browser = givenBrowser();
  await browser.signIn(member.email);
  return { ...member, memberId: member.memberId ?? "", browser };
}

/** A browser: it keeps cookies, and speaks to the auth routes by itself or through the library's own client. */
export function givenBrowser() {
  const jar = new Map<string, string>();
  async function send(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set("cookie", cookieHeader());
    // Each request from elsewhere: the limit on attempts has tests of its own.
    headers.set(clientAddressHeader(), `10.${[1, 2, 3].map(() => randomInt(256)).join(".")}`);
    if (!headers.has("origin")) headers.set("origin", BASE);
    const body = request.body ? await request.text() : undefined;
    const response = await handleAuth(new Request(request.url, { method: request.method, headers, body }));
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (!value || /max-age=0(;|$)/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const answerOf = async (response: Response) => ({
    status: response.status,
    location: response.headers.get("location"),
    body: await response.json().catch(() => undefined),
  });
  const get = async (path: string) => answerOf(await send(new Request(new URL(path, `${BASE}/api/auth/`))));
  const post = async (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    answerOf(
      await send(
        new Request(new URL(path, `${BASE}/api/auth/`), {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json", ...headers },
        }),
      ),
    );
  const client = createAuthClient({
    baseURL: BASE,
    fetchOptions: { customFetchImpl: (url, init) => send(new Request(url, init)) },
    plugins: [twoFactorClient(), organizationClient(), passkeyClient()],
  });
  const signIn = (email: string, password = PASSWORD) => post("sign-in/email", { email, password });
  const caller = () => callerOf(new Headers({ cookie: cookieHeader() }));
  return { jar, cookieHeader, get, post, client, signIn, caller };
}
