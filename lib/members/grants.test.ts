import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditEvents } from "@/lib/access/table";
import { users } from "@/lib/auth/table";
import { givenMemberSignedIn, givenOwnerSignedIn } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { replaceGrants } from "./replace-grants";
import { makeResetLink } from "./reset-link";
import { showGrants } from "./show-grants";

givenDatabase();

const everyProject = { resourceType: "project" as const, resourceId: "*" };

async function givenTeam() {
  const owner = await givenOwnerSignedIn();
  const admin = await givenMemberSignedIn(owner.organizationId, "admin");
  const member = await givenMemberSignedIn(owner.organizationId, "member");
  return { owner, admin, member };
}

test("an admin reads and replaces what a member may do, at once for the next request", async () => {
  const { admin, member } = await givenTeam();
  const asAdmin = await admin.browser.caller();
  const { grants } = await showGrants(asAdmin, { memberId: member.memberId });
  expect(grants).toContainEqual({ ...everyProject, permissions: ["read", "write"] });
  const wanted = [{ ...everyProject, permissions: ["read" as const] }];
  expect(await replaceGrants(asAdmin, { memberId: member.memberId, grants: wanted })).toEqual({
    grants: wanted,
  });
  expect((await member.browser.caller()).grants).toMatchObject([{ ...everyProject, permission: "read" }]);
  await replaceGrants(asAdmin, { memberId: member.memberId, grants: [] });
  expect((await member.browser.caller()).grants).toEqual([]);
});

test("who is no admin, or of another organization, meets the same nothing", async () => {
  const { owner, member } = await givenTeam();
  const stranger = await givenOwnerSignedIn();
  const own = { memberId: member.memberId };
  const everything = [
    { resourceType: "organization" as const, resourceId: "*", permissions: ["admin" as const] },
  ];
  for (const { browser } of [member, stranger]) {
    const caller = await browser.caller();
    await expect(showGrants(caller, own)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(replaceGrants(caller, { ...own, grants: everything })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(makeResetLink(caller, own)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect((await member.browser.caller()).grants).toHaveLength(3);
  await expect(showGrants(await owner.browser.caller(), { memberId: "mem_none" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a credential that may only read changes no grants, and nobody gives what a cut-down one lacks", async () => {
  const { owner, member } = await givenTeam();
  const caller = await owner.browser.caller();
  const grants = [{ ...everyProject, permissions: ["read" as const] }];
  const input = { memberId: member.memberId, grants };
  await expect(replaceGrants({ ...caller, readOnly: true }, input)).rejects.toMatchObject({
    code: "TOKEN_READ_ONLY",
  });
  await expect(replaceGrants({ ...caller, grants: [] }, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an owner's grants are not taken, and what is named twice or does not exist is said by its place", async () => {
  const { owner, admin, member } = await givenTeam();
  const asAdmin = await admin.browser.caller();
  const ownerId = (await owner.browser.get("organization/get-active-member")).body.id as string;
  await expect(replaceGrants(asAdmin, { memberId: ownerId, grants: [] })).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining("owner"),
  });
  const twice = [
    { ...everyProject, permissions: ["read" as const] },
    { ...everyProject, permissions: ["write" as const] },
  ];
  await expect(replaceGrants(asAdmin, { memberId: member.memberId, grants: twice })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "grants.1" }],
  });
  const unknown = [
    { resourceType: "project" as const, resourceId: "prj_none", permissions: ["read" as const] },
  ];
  await expect(replaceGrants(asAdmin, { memberId: member.memberId, grants: unknown })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "grants.0.resourceId" }],
  });
  expect((await member.browser.caller()).grants).toHaveLength(3);
});

test("only an instance admin who is signed in makes a reset link, never for somebody above", async () => {
  const { owner, admin, member } = await givenTeam();
  const asOwner = await owner.browser.caller();
  const { memberId } = member;
  await expect(makeResetLink(asOwner, { memberId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await db().update(users).set({ instanceAdmin: true }).where(eq(users.id, admin.userId));
  const asAdmin = await admin.browser.caller();
  const ownerId = (await owner.browser.get("organization/get-active-member")).body.id as string;
  await expect(makeResetLink(asAdmin, { memberId: ownerId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(makeResetLink({ ...asAdmin, kind: "token" }, { memberId })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  const { url } = await makeResetLink(asAdmin, { memberId });
  const token = new URL(url).searchParams.get("token") ?? "";
  const answer = await member.browser.post("reset-password", { token, newPassword: "a lantern on the quay" });
  expect(answer.status).toBe(200);
  await expect(member.browser.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  const events = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.operation, "members.makeResetLink"));
  expect(events.map(({ outcome }) => outcome)).toContain("done");
  expect(JSON.stringify(events)).not.toContain(token);
});
