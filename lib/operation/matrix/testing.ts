import { randomInt } from "node:crypto";
import { eq, notInArray, or } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { Narrowing } from "@/lib/access/narrow";
import { createCustomApp } from "@/lib/apps";
import { customApps } from "@/lib/apps/table";
import { NOTES, NOTES_ANSWERS } from "@/lib/apps/testing";
import { loopbackCaller } from "@/lib/auth/caller/loopback";
import { callerOf } from "@/lib/auth/caller-of";
import { members, users } from "@/lib/auth/table";
import { givenBrowser, givenMemberSignedIn, givenOwnerSignedIn, givenPerson } from "@/lib/auth/testing";
import { LOCAL_ADMIN, provisionLocalAdmin } from "@/lib/auth/zero-auth/local-admin";
import { destinationBinding } from "@/lib/backups/storage/binding";
import { fileName } from "@/lib/backups/storage/store";
import { backupDestinations, backupSchedules, backups } from "@/lib/backups/table";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { deployments } from "@/lib/deployments/table";
import { addDomain } from "@/lib/domains";
import { domains } from "@/lib/domains/table";
import { mcpAddress } from "@/lib/mcp-clients/address";
import { ACCESS_PREFIX } from "@/lib/mcp-clients/credential";
import { mcpBindings, oauthAccessTokens, oauthClients } from "@/lib/mcp-clients/table";
import { addChannel } from "@/lib/notifications";
import { notificationChannels } from "@/lib/notifications/table";
import { askNobody } from "@/lib/outgoing/testing";
import { stopProject } from "@/lib/projects";
import { projectEnv, projects } from "@/lib/projects/table";
import { givenProject } from "@/lib/projects/testing";
import { makeProposal } from "@/lib/proposals";
import { proposals } from "@/lib/proposals/table";
import { loginBinding } from "@/lib/registry";
import { registryCredentials } from "@/lib/registry/table";
import { sealSecret } from "@/lib/secrets";
import { hashOf } from "@/lib/tokens/secret";
import { accessTokens } from "@/lib/tokens/table";
import { givenToken } from "@/lib/tokens/testing";
import { updateRounds } from "@/lib/updates/table";

/** Asks who somebody is, as each request does. */
type Asker = () => Promise<Caller>;

/**
 * One organization with a person of every role, two projects, and every kind of credential; a stranger owns another.
 * The organization is that of the local admin, so that a request without a sign-in is about the same things. Registries
 * are out of reach.
 */
export async function givenWorld() {
  askNobody();
  await provisionLocalAdmin();
  const [home] = await db().select().from(members).where(eq(members.userId, LOCAL_ADMIN));
  if (!home) throw new Error("the local admin has no workspace");
  const { organizationId } = home;
  const owner = await givenMemberSignedIn(organizationId, "owner");
  const admin = await givenMemberSignedIn(organizationId, "admin");
  const member = await givenMemberSignedIn(organizationId, "member");
  const restricted = await givenMemberSignedIn(organizationId, "restricted");
  const colleague = await givenPerson({ organizationId });
  const stranger = await givenOwnerSignedIn();
  const asOwner = await owner.browser.caller();
  const { projectId, deploymentId } = await givenProject(asOwner, { name: "Log book" });
  const other = await givenProject(asOwner, { name: "Another log book" });
  await createCustomApp(asOwner, { definition: { ...NOTES, id: OWN_APP, name: "Our notes" } });
  const { id: tokenId } = await givenToken(asOwner, { name: "To revoke" });
  const clientId = "notebook";
  await db()
    .insert(oauthClients)
    .values({ clientId, name: "Notebook", redirectUris: ["notebook://back"] });
  await db().insert(mcpBindings).values({ clientId, organizationId, userId: owner.userId, readOnly: false });
  const { destinationId, backupId } = await givenBackup(asOwner, projectId);
  const proposing = { kind: "mcp", propose: true, credential: { id: clientId, name: "Notebook" } } as const;
  const { proposalId } = await makeProposal({ ...asOwner, ...proposing }, stopProject, { projectId });
  const entry = { name: "Log book", state: "waiting", deploymentId: null, reason: null } as const;
  await db()
    .insert(updateRounds)
    .values({ organizationId, entries: [{ projectId, ...entry }], goOn: false, createdBy: owner.userId });
  const askers: Record<string, Asker> = {
    owner: owner.browser.caller,
    admin: admin.browser.caller,
    member: member.browser.caller,
    restricted: restricted.browser.caller,
    stranger: stranger.browser.caller,
    nobody: givenBrowser().caller,
    "this machine": () => loopbackCaller(new Headers()).then(there),
    ...(await givenTokens(asOwner, projectId, other.projectId)),
    ...(await givenAiClients(asOwner, projectId)),
  };
  const { id: domainId } = await addDomain(asOwner, { projectId, hostname: "log.example.org" });
  const ids = {
    ...(await givenPlaces(asOwner)),
    projectId,
    domainId,
    deploymentId,
    organizationId,
    tokenId,
    clientId,
    proposalId,
    destinationId,
    backupId,
    memberId: colleague.memberId ?? "",
    userId: colleague.userId,
  };
  return { askers, ids: { ...ids, appId: "notes" }, restore: await keep(projectId) };
}
export type World = Awaited<ReturnType<typeof givenWorld>>;

/** A bucket, and a backup that failed to get there. */
async function givenBackup({ organizationId, userId }: Caller, projectId: string) {
  const destinationId = newId("bds");
  await db()
    .insert(backupDestinations)
    .values({
      ...{ id: destinationId, organizationId, name: "Bucket", kind: "s3", createdBy: userId },
      place: { ...BUCKET, region: "x", prefix: "" },
      secret: sealSecret("secret", destinationBinding(destinationId)),
    });
  const backupId = newId("bkp");
  await db()
    .insert(backups)
    .values({
      ...{ id: backupId, organizationId, projectId, destinationId, trigger: "manual", state: "failed" },
      ...{ projectName: "Log book", appName: "Notes", logo: "notes", createdBy: userId },
      file: fileName({ id: projectId, slug: "log-book" }, backupId, new Date()),
    });
  return { destinationId, backupId };
}

/** Where the organization's people are told of things, and where its images come from. */
async function givenPlaces(owner: Caller) {
  const { organizationId, userId } = owner;
  const { id: channelId } = await addChannel(owner, {
    ...{ kind: "webhook", name: "Watch", url: "https://watch.example.org/", events: ["service.down"] },
  });
  const registryId = newId("rgc");
  await db()
    .insert(registryCredentials)
    .values({
      ...{ id: registryId, organizationId, host: "registry.example.org", username: "robot" },
      ...{ secret: sealSecret("secret", loginBinding(organizationId, "registry.example.org")) },
      createdBy: userId,
    });
  return { channelId, registryId };
}

/** Tokens of this person: whole, narrowed to a project, to another one, and those that are over. */
async function givenTokens(person: Caller, it: string, another: string): Promise<Record<string, Asker>> {
  const token = async (narrowing: Narrowing, more: object = {}) =>
    (await givenToken(person, { grants: narrowing, ...more })).caller;
  const onProject = (id: string, permission: "read" | "write" | "admin") =>
    token([{ resourceType: "project", resourceId: id, permission }]);
  const { id: revokedId, caller: revoked } = await givenToken(person);
  await db().delete(accessTokens).where(eq(accessTokens.id, revokedId));
  return {
    "full token": await token(null),
    "read-only token": await token(null, { readOnly: true }),
    "read on it": await onProject(it, "read"),
    "write on it": await onProject(it, "write"),
    "admin on it": await onProject(it, "admin"),
    "admin on another": await onProject(another, "admin"),
    expired: await token(null, { expiresAt: new Date(Date.now() - 60_000) }),
    revoked,
  };
}

/** AI clients that this person lets do everything, something, or nothing. */
async function givenAiClients(person: Caller, projectId: string): Promise<Record<string, Asker>> {
  const client = (binding?: Partial<typeof mcpBindings.$inferInsert>) => givenAiClient(person, binding);
  const writes = { resourceType: "project", resourceId: projectId, permission: "write" } as const;
  return {
    "AI client": await client({ readOnly: false }),
    "AI client, reads": await client({ readOnly: true }),
    "AI client, proposes": await client({ readOnly: false, propose: true }),
    "AI client, write on it": await client({ readOnly: false, grants: [writes] }),
    "AI client, unbound": await client(),
  };
}

/** An AI client that signed in for this person, with what they let it do, or without. */
async function givenAiClient(
  { userId, organizationId }: Caller,
  binding?: Partial<typeof mcpBindings.$inferInsert>,
): Promise<Asker> {
  const clientId = newId("client");
  const secret = Array.from({ length: 32 }, () => String.fromCharCode(97 + randomInt(26))).join("");
  await db()
    .insert(oauthClients)
    .values({ clientId, name: "Notebook", redirectUris: ["notebook://back"] });
  await db()
    .insert(oauthAccessTokens)
    .values({
      token: hashOf(secret),
      clientId,
      userId,
      resources: [mcpAddress()],
      scopes: ["mcp"],
      expiresAt: new Date(Date.now() + 3_600_000),
    });
  if (binding)
    await db()
      .insert(mcpBindings)
      .values({ clientId, userId, organizationId, readOnly: false, ...binding });
  const headers = new Headers({ authorization: `Bearer ${ACCESS_PREFIX}${secret}` });
  return () => callerOf(headers, { door: "mcp" });
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the local admin is gone");
  return value;
}

/** A bucket at an address that is never asked. */
const BUCKET = { endpoint: "http://127.0.0.1:9", bucket: "kept", keyId: "key" };

/** The id of the organization's own app. */
export const OWN_APP = "our-notes";

/** @returns puts back what an operation may have changed or removed */
async function keep(projectId: string): Promise<() => Promise<void>> {
  const project = await db().select().from(projects).where(eq(projects.id, projectId));
  const variables = await db().select().from(projectEnv).where(eq(projectEnv.projectId, projectId));
  const run = await db().select().from(deployments).where(eq(deployments.projectId, projectId));
  const apps = await db().select().from(customApps);
  const tokens = await db().select().from(accessTokens);
  const bindings = await db().select().from(mcpBindings);
  const proposed = await db().select().from(proposals);
  const rounds = await db().select().from(updateRounds);
  const people = await db().select().from(users);
  const named = await db().select().from(domains);
  const kept = await db().select().from(backups);
  const places = await db().select().from(backupDestinations);
  const channels = await db().select().from(notificationChannels);
  const logins = await db().select().from(registryCredentials);
  const known = (await db().select({ id: projects.id }).from(projects)).map(({ id }) => id);
  return async () => {
    await db()
      .delete(projects)
      .where(or(eq(projects.id, projectId), notInArray(projects.id, known)));
    await db().insert(projects).values(project);
    await db().insert(projectEnv).values(variables);
    await db().insert(deployments).values(run);
    await db().delete(domains);
    await db().insert(domains).values(named);
    await db().delete(customApps);
    await db().insert(customApps).values(apps);
    await db().delete(backups);
    await db().delete(backupSchedules);
    await db().delete(backupDestinations);
    await db().insert(backupDestinations).values(places);
    await db().insert(backups).values(kept);
    await db().delete(proposals);
    await db().insert(proposals).values(proposed);
    await db().delete(updateRounds);
    await db().insert(updateRounds).values(rounds);
    await db().delete(accessTokens);
    await db().insert(accessTokens).values(tokens);
    await db().delete(mcpBindings);
    await db().insert(mcpBindings).values(bindings);
    await db().delete(registryCredentials);
    await db().insert(registryCredentials).values(logins);
    await db().delete(notificationChannels);
    await db().insert(notificationChannels).values(channels);
    for (const { id, bannedAt } of people) await db().update(users).set({ bannedAt }).where(eq(users.id, id));
  };
}

const definition = { ...NOTES, id: "third-notes", name: "Third notes" };
const install = { appId: "notes", settings: NOTES_ANSWERS };

/** What each operation is asked, besides the ids that its path names. */
type Input = Record<string, unknown>;
export const INPUTS: Record<string, Input | ((ids: World["ids"]) => Input)> = {
  "apps.plan": install,
  "apps.install": { ...install, name: "Third log book", deploy: false },
  "apps.import": {
    files: [{ name: "compose.yml", content: "services:\n  web:\n    image: nginx:1.27.4\n" }],
  },
  "apps.validate": { definition },
  "apps.createCustom": { definition },
  "apps.showCustom": { appId: OWN_APP },
  "apps.replaceCustom": { appId: OWN_APP, definition: { ...NOTES, id: OWN_APP, name: "Our notes, again" } },
  "apps.deleteCustom": { appId: OWN_APP },
  "projects.patch": { name: "Log book, again" },
  "projects.replaceEnv": { env: [] },
  "projects.changeSettings": { settings: { web: { TITLE: "Other title" } } },
  "projects.changeResources": { resources: {} },
  "domains.add": { hostname: "fourth.example.org" },
  "backups.setSchedule": { schedule: null },
  "backups.addDestination": { ...BUCKET, kind: "s3", name: "Another", secretKey: "secret" },
  "updates.applyAll": ({ projectId }) => ({ projectIds: [projectId] }),
  "tokens.create": { name: "Another" },
  "mcpClients.change": { readOnly: true },
  "notifications.addChannel": {
    ...{ kind: "slack", name: "Crew", url: "https://crew.example.org/", events: ["update.done"] },
  },
  "registries.set": { host: "other.example.org", username: "robot", password: "secret" },
  "notifications.changeChannel": { paused: true },
  "members.replaceGrants": {
    grants: [{ resourceType: "project", resourceId: "*", permissions: ["write"] }],
  },
};
