import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { projects } from "@/lib/projects/table";
import { addMember, changeRole, removeMember } from "../store/members";
import { members, organizations } from "../table";
import { givenMemberSignedIn, givenOwnerSignedIn, givenPerson } from "../testing";

givenDatabase();

const grantsOf = (organizationId: string, userId: string) =>
  db()
    .select()
    .from(grants)
    .where(and(eq(grants.organizationId, organizationId), eq(grants.userId, userId)));
const ownersOf = (organizationId: string) =>
  db().$count(members, and(eq(members.organizationId, organizationId), eq(members.role, "owner")));

test("who makes an organization owns it, is granted all of it, and works in it from then on", async () => {
  const { browser, userId } = await givenOwnerSignedIn();
  const { data } = await browser.client.organization.create({ name: "Quay Works", slug: "quay-works" });
  expect(data?.members[0]).toMatchObject({ role: "owner", userId });
  expect(await grantsOf(data?.id ?? "", userId)).toMatchObject([
    { resourceType: "organization", permission: "admin" },
  ]);
  await expect(browser.caller()).resolves.toMatchObject({ organizationId: data?.id });
  const { data: mine } = await browser.client.organization.list();
  expect(mine?.map(({ name }) => name).sort()).toEqual(["Maren's harbour", "Quay Works"]);
});

test("switching goes to one's own organizations only, and reading another changes nothing", async () => {
  const [mine, other] = [await givenOwnerSignedIn(), await givenOwnerSignedIn()];
  const { browser } = mine;
  for (const named of [
    { organizationId: other.organizationId },
    { organizationId: "org_nothing" },
    { organizationSlug: other.organizationId.replace("_", "-") },
    { organizationId: mine.organizationId, organizationSlug: other.organizationId.replace("_", "-") },
  ]) {
    expect(await browser.post("organization/set-active", named)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    const query = new URLSearchParams(named as Record<string, string>).toString();
    for (const read of ["get-organization", "get-full-organization", "list-members", "list-invitations"]) {
      expect((await browser.get(`organization/${read}?${query}`)).status, `${read} ${query}`).toBe(404);
    }
  }
  await expect(browser.caller()).resolves.toMatchObject({ organizationId: mine.organizationId });
  const second = await browser.client.organization.create({ name: "Second", slug: "second-one" });
  await browser.client.organization.setActive({ organizationId: mine.organizationId });
  await expect(browser.caller()).resolves.toMatchObject({ organizationId: mine.organizationId });
  await browser.client.organization.setActive({ organizationId: second.data?.id });
  await expect(browser.caller()).resolves.toMatchObject({ organizationId: second.data?.id });
});

test("only owners and admins read who is in an organization", async () => {
  const { organizationId } = await givenOwnerSignedIn();
  const reads = ["list-members", "get-full-organization", "list-invitations"];
  for (const role of ["admin", "member", "restricted"] as const) {
    const { browser } = await givenMemberSignedIn(organizationId, role);
    for (const read of reads) {
      const { status } = await browser.get(`organization/${read}?organizationId=${organizationId}`);
      expect(status, `${role} ${read}`).toBe(role === "admin" ? 200 : 403);
      expect((await browser.get(`organization/${read}`)).status, `${role} ${read}`).toBe(
        role === "admin" ? 200 : 403,
      );
    }
    expect((await browser.get("organization/get-active-member")).status).toBe(200);
    const { userId } = await givenPerson({ organizationId });
    expect((await browser.get(`organization/get-active-member-role?userId=${userId}`)).status).toBe(
      role === "admin" ? 200 : 403,
    );
  }
});

test("a label's grants come with it and go with it, in one piece", async () => {
  const { organizationId, browser } = await givenOwnerSignedIn();
  const { userId, memberId = "" } = await givenPerson({ organizationId, role: "member" });
  expect(await grantsOf(organizationId, userId)).toHaveLength(3);
  expect(
    (await browser.post("organization/update-member-role", { memberId, role: "restricted" })).status,
  ).toBe(200);
  expect(await grantsOf(organizationId, userId)).toEqual([]);
  await browser.post("organization/update-member-role", { memberId, role: "admin" });
  expect(await grantsOf(organizationId, userId)).toMatchObject([{ resourceType: "organization" }]);
  await browser.post("organization/remove-member", { memberIdOrEmail: memberId });
  expect(await grantsOf(organizationId, userId)).toEqual([]);
});

test("many changes of a label at once leave exactly the grants of the last one", async () => {
  const { organizationId } = await givenOwnerSignedIn();
  const { userId, memberId = "" } = await givenPerson({ organizationId });
  await Promise.all(
    (["admin", "restricted", "member", "admin", "restricted"] as const).map((role) =>
      changeRole(db(), memberId, role),
    ),
  );
  const [member] = await db().select().from(members).where(eq(members.id, memberId));
  const expected = { owner: 1, admin: 1, member: 3, restricted: 0 }[member?.role ?? "owner"];
  expect(await grantsOf(organizationId, userId)).toHaveLength(expected);
});

test("a label is one of four, and nobody raises themselves or others above their own", async () => {
  const { organizationId, browser, userId } = await givenOwnerSignedIn();
  const member = await givenMemberSignedIn(organizationId, "member");
  const admin = await givenMemberSignedIn(organizationId, "admin");
  const [owner] = await db().select().from(members).where(eq(members.userId, userId));
  const change = (who: typeof member.browser, memberId: string, role: unknown) =>
    who.post("organization/update-member-role", { memberId, role, organizationId });
  expect((await change(member.browser, member.memberId, "admin")).status).toBe(403);
  expect((await change(member.browser, member.memberId, "owner")).status).toBe(403);
  expect((await change(admin.browser, admin.memberId, "owner")).status).toBe(403);
  expect((await change(admin.browser, owner?.id ?? "", "member")).status).toBe(403);
  for (const role of ["captain", "member,admin", ["member", "owner"], "", null]) {
    expect(await change(browser, member.memberId, role)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path: "role" }] },
    });
  }
});

test("an organization is never without an owner, also when all of them go at once", async () => {
  const { organizationId, browser, userId } = await givenOwnerSignedIn();
  const [owner] = await db().select().from(members).where(eq(members.userId, userId));
  for (const [path, body] of [
    ["leave", { organizationId }],
    ["remove-member", { memberIdOrEmail: owner?.id, organizationId }],
    ["update-member-role", { memberId: owner?.id, role: "member", organizationId }],
  ] as const) {
    expect(await browser.post(`organization/${path}`, body), path).toMatchObject({
      status: 409,
      body: { code: "LAST_OWNER" },
    });
  }
  const others = await Promise.all(
    [1, 2, 3].map(async () => {
      const { userId: heir } = await givenPerson();
      return addMember(db(), { organizationId, userId: heir, role: "owner" });
    }),
  );
  const outcomes = await Promise.allSettled([
    removeMember(db(), owner?.id ?? ""),
    ...others.map(({ id }, index) =>
      index === 0 ? changeRole(db(), id, "restricted") : removeMember(db(), id),
    ),
  ]);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(await ownersOf(organizationId)).toBe(1);
});

test("a removed member's session stops on its next check; who leaves stays signed in without it", async () => {
  const { organizationId, browser } = await givenOwnerSignedIn();
  const removed = await givenMemberSignedIn(organizationId, "member");
  const leaver = await givenMemberSignedIn(organizationId, "member");
  await browser.post("organization/remove-member", { memberIdOrEmail: removed.email, organizationId });
  await expect(removed.browser.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await removed.browser.get("get-session")).status).toBe(401);
  expect((await leaver.browser.post("organization/leave", { organizationId })).status).toBe(200);
  await expect(leaver.browser.caller()).resolves.toMatchObject({ organizationId: "", grants: [] });
});

test("an owner hands the organization over, and nobody else does", async () => {
  const { organizationId, browser, userId } = await givenOwnerSignedIn();
  const heir = await givenMemberSignedIn(organizationId, "admin");
  const hand = (who: typeof browser, memberId: string) =>
    who.post("organization/transfer-ownership", { organizationId, memberId });
  expect((await hand(heir.browser, heir.memberId)).status).toBe(403);
  expect((await hand((await givenOwnerSignedIn()).browser, heir.memberId)).status).toBe(404);
  const elsewhere = await givenOwnerSignedIn();
  const foreign = await givenPerson({ organizationId: elsewhere.organizationId });
  expect((await hand(browser, foreign.memberId ?? "")).status).toBe(404);
  expect((await hand(browser, heir.memberId)).status).toBe(200);
  const roles = await db().select().from(members).where(eq(members.organizationId, organizationId));
  expect(Object.fromEntries(roles.map((row) => [row.userId, row.role]))).toEqual({
    [userId]: "admin",
    [heir.userId]: "owner",
  });
});

test("only an owner deletes an organization, and none that still has projects", async () => {
  const { organizationId, browser } = await givenOwnerSignedIn();
  const admin = await givenMemberSignedIn(organizationId, "admin");
  expect((await admin.browser.post("organization/delete", { organizationId })).status).toBe(403);
  await db()
    .insert(projects)
    .values({
      organizationId,
      name: "blog",
      slug: "blog",
      appId: "ghost",
      definition: {},
      exposures: [],
      createdBy: admin.userId,
    } as never);
  expect(await browser.post("organization/delete", { organizationId })).toMatchObject({
    status: 409,
    body: { code: "ORGANIZATION_IN_USE" },
  });
  expect(await db().$count(members, eq(members.organizationId, organizationId))).toBe(2);
  await db().delete(projects).where(eq(projects.organizationId, organizationId));
  expect((await browser.post("organization/delete", { organizationId })).status).toBe(200);
  expect(await db().$count(organizations, eq(organizations.id, organizationId))).toBe(0);
});

test("names, columns and filters that the tables do not have are refused with their field", async () => {
  const { browser, organizationId } = await givenOwnerSignedIn();
  for (const [body, path] of [
    [{ name: "", slug: "x" }, "name"],
    [{ name: "x".repeat(81), slug: "x" }, "name"],
    [{ name: "x", slug: "Not a slug" }, "slug"],
    [{ name: "x", slug: "x", metadata: { a: 1 } }, "metadata"],
    [{ name: "x", slug: "x", logo: "javascript:alert(1)" }, "logo"],
  ] as const) {
    expect(await browser.post("organization/create", body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path }] },
    });
  }
  const list = `organization/list-members?organizationId=${organizationId}`;
  expect((await browser.get(`${list}&sortBy=password`)).status).toBe(400);
  expect((await browser.get(`${list}&filterField=password&filterValue=x`)).status).toBe(400);
  expect((await browser.get(`${list}&sortBy=createdAt`)).status).toBe(200);
});
