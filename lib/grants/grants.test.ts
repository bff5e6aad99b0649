import { afterAll, beforeAll, expect, test } from "vitest";
import type { Level, ResourceType } from "@/lib/access/permissions";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { givenDraft } from "@/lib/projects/testing";
import { useEngine } from "@/lib/servers";
import { checkGrants, grantChoices } from ".";
import { GrantList } from "./schema";

givenDatabase();

beforeAll(() => useEngine(createMemoryEngine({})));
afterAll(() => useEngine(undefined));

const grant = (resourceType: ResourceType, resourceId: string, ...permissions: Level[]) => ({
  resourceType,
  resourceId,
  permissions,
});

test("a grant is kept as its highest permission, the organization as a whole", async () => {
  const owner = await givenOwner();
  const { organizationId } = owner;
  const project = await givenDraft(owner);
  const list = [
    grant("project", project.id, "read", "write"),
    grant("server", "*", "admin"),
    grant("organization", organizationId, "read"),
  ];
  expect(await checkGrants(owner, list, organizationId)).toEqual([
    { resourceType: "project", resourceId: project.id, permission: "write" },
    { resourceType: "server", resourceId: "*", permission: "admin" },
    { resourceType: "organization", resourceId: "*", permission: "read" },
  ]);
});

test("who holds nothing on an id reads the same whether it exists, belongs to others or does not", async () => {
  const owner = await givenOwner();
  const { organizationId } = owner;
  const [seen, hidden] = [await givenDraft(owner), await givenDraft(owner)];
  const stranger = await givenOwner();
  const elsewhere = await givenDraft(stranger);
  const strange = [
    grant("project", "prj_none", "read"),
    grant("project", hidden.id, "read"),
    grant("project", elsewhere.id, "read"),
    grant("server", "srv_local", "read"),
    grant("server", "srv_none", "read"),
    grant("repository", "rep_1", "read"),
  ];
  const given = (giver: Pick<typeof owner, "grants">, one: (typeof strange)[number]) =>
    checkGrants(giver, [grant("project", seen.id, "read"), one], organizationId).catch(
      ({ code, issues }) => ({ code, issues }),
    );
  const reader = {
    grants: [{ organizationId, resourceType: "project", resourceId: seen.id, permission: "write" } as const],
  };
  for (const one of strange) {
    expect(await given(reader, one)).toEqual({
      code: "GRANT_EXCEEDS_ACCESS",
      issues: [{ path: "grants.1.permissions", message: "You hold nothing on this." }],
    });
  }
  // Who holds all of it in this organization learns only what this organization has.
  const missing = {
    code: "VALIDATION_ERROR",
    issues: [{ path: "grants.1.resourceId", message: "The organization has nothing of this id." }],
  };
  expect(await given(owner, grant("project", "prj_none", "read"))).toEqual(missing);
  expect(await given(owner, grant("project", elsewhere.id, "read"))).toEqual(missing);
  expect(await given(owner, grant("organization", stranger.organizationId, "read"))).toEqual(missing);
});

test("nobody gives more than they hold, and is told by its place what that is", async () => {
  const owner = await givenOwner();
  const { organizationId } = owner;
  const project = await givenDraft(owner);
  const held = { organizationId, resourceType: "project", resourceId: project.id, permission: "write" };
  const giver = { grants: [held as (typeof owner.grants)[number]] };
  const give = (...list: Parameters<typeof checkGrants>[1]) => checkGrants(giver, list, organizationId);
  expect(await give(grant("project", project.id, "write"))).toHaveLength(1);
  await expect(give(grant("project", project.id, "read", "admin"))).rejects.toMatchObject({
    code: "GRANT_EXCEEDS_ACCESS",
    issues: [{ path: "grants.0.permissions", message: "You hold no more than write on this yourself." }],
  });
  for (const wide of [
    grant("project", "*", "read"),
    grant("server", "*", "read"),
    grant("organization", "*", "read"),
  ]) {
    await expect(give(wide)).rejects.toMatchObject({ code: "GRANT_EXCEEDS_ACCESS" });
  }
  await expect(give(grant("project", project.id, "read"), grant("project", project.id, "write")))
    .rejects //
    .toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "grants.1" }] });
});

test("one may choose among what one sees, each up to what one holds", async () => {
  const owner = await givenOwner();
  const { organizationId } = owner;
  const [second, first] = [
    await givenDraft(owner, { name: "flows" }),
    await givenDraft(owner, { name: "Bells" }),
  ];
  const all = await grantChoices(owner);
  expect(all.map(({ type, id, most }) => `${type} ${id} ${most}`)).toEqual([
    "organization * admin",
    "project * admin",
    `project ${first.id} admin`,
    `project ${second.id} admin`,
    "server * admin",
    "server srv_local admin",
    "repository * admin",
  ]);
  expect(all[2]).toMatchObject({ name: "Bells", logo: expect.any(String) });
  const held = { organizationId, resourceType: "project", resourceId: second.id, permission: "write" };
  const few = await grantChoices({ ...owner, grants: [held as (typeof owner.grants)[number]] });
  expect(few).toEqual([expect.objectContaining({ type: "project", id: second.id, most: "write" })]);
  // Whatever may be chosen may be given.
  const list = all.map(({ type, id, most }) => grant(type, id, most));
  expect(await checkGrants(owner, list, organizationId)).toHaveLength(all.length);
});

test("a list of more than a thousand grants is not read", () => {
  const many = Array.from({ length: 1001 }, (_, number) => grant("project", `prj_${number}`, "read"));
  expect(GrantList.safeParse(many).success).toBe(false);
  expect(GrantList.safeParse(many.slice(1)).success).toBe(true);
});
