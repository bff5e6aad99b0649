import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { deleteProject, showProject } from "@/lib/projects";
import { useEngine } from "@/lib/servers";
import { validateDefinition } from "../definitions/validate";
import { showHostFit } from "../host-fit";
import { installApp } from "../install";
import { listCatalog } from "../list";
import { planInstall } from "../plan";
import { showApp } from "../show";
import { givenCatalog } from "../testing";
import { createCustomApp } from "./create";
import { deleteCustomApp } from "./delete";
import { listCustomApps } from "./list";
import { replaceCustomApp } from "./replace";
import { showCustomApp } from "./show";
import { BEACON } from "./testing";

givenDatabase();

let owner: Caller;
beforeAll(() => useEngine(createMemoryEngine({})));
beforeEach(async () => {
  givenCatalog();
  owner = await givenOwner();
});

const refusal = (run: Promise<unknown>) =>
  run.then(
    () => "allowed",
    ({ code, message, issues }) => ({ code, message, issues }),
  );

test("an own app is kept with the text its author wrote, and stands in the grid as custom", async () => {
  const text = JSON.stringify(BEACON, null, 4);
  const { entry, warnings } = await createCustomApp(owner, { text });
  expect(entry).toMatchObject({
    id: "beacon",
    custom: true,
    verified: false,
    version: "2.1.0",
    installed: 0,
  });
  expect(warnings).toEqual([]);
  const { data } = await listCatalog(owner, {});
  expect(data.map(({ id, custom }) => [id, custom])).toEqual([
    ["beacon", true],
    ["notes", false],
  ]);
  expect((await showCustomApp(owner, { appId: "beacon" })).source).toBe(text);
  expect((await showApp(owner, { appId: "beacon" })).definition.services[0]?.image).toBe(
    "example/beacon:2.1.0",
  );
});

test("verified is forced off, unlisted is ignored, and both are said", async () => {
  const definition = { ...BEACON, verified: true, unlisted: true };
  const { entry, warnings } = await createCustomApp(owner, { definition });
  expect(entry.verified).toBe(false);
  expect(warnings.map(({ path }) => path)).toEqual(["verified", "unlisted"]);
  expect((await showApp(owner, { appId: "beacon" })).definition).toMatchObject({
    verified: false,
    unlisted: false,
  });
  expect((await listCatalog(owner, {})).data.map(({ id }) => id)).toContain("beacon");
});

test("a misspelt key is a warning with the key that was probably meant; so is a forgotten available", async () => {
  const { available: _, ...rest } = BEACON;
  const definition = { ...rest, discription: "twice" };
  const { entry, warnings } = await createCustomApp(owner, { definition });
  expect(entry.available).toBe(false);
  expect(warnings).toEqual([
    expect.objectContaining({ path: "discription", suggestion: "description" }),
    expect.objectContaining({ path: "available", message: expect.stringContaining("coming soon") }),
  ]);
});

test("an id of the catalog or of a page is refused with the way out", async () => {
  expect(await refusal(createCustomApp(owner, { definition: { ...BEACON, id: "notes" } }))).toMatchObject({
    code: "APP_ID_TAKEN",
    issues: [{ path: "id", message: expect.stringMatching(/Notes.*Choose another id, such as “my-notes”/) }],
  });
  for (const id of ["custom", "import", "new"])
    expect(await refusal(createCustomApp(owner, { definition: { ...BEACON, id } }))).toMatchObject({
      code: "APP_ID_TAKEN",
    });
});

test("two organizations use one id for their own apps, and neither meets the other's", async () => {
  const stranger = await givenOwner();
  await createCustomApp(owner, { definition: BEACON });
  // The same words for what another organization has as for what nobody has.
  const told = async (appId: string) => {
    const definition = { ...BEACON, id: appId };
    const answers = await Promise.all(
      [
        showApp(stranger, { appId }),
        planInstall(stranger, { appId }),
        installApp(stranger, { appId }),
        installApp(stranger, { appId, deploy: false }),
        showHostFit(stranger, { appId }),
        showCustomApp(stranger, { appId }),
        replaceCustomApp(stranger, { appId, definition }),
        deleteCustomApp(stranger, { appId }),
      ].map(refusal),
    );
    return answers.map((answer) => JSON.stringify(answer).replaceAll(appId, "…"));
  };
  const theirs = await told("beacon");
  expect(theirs).toEqual(await told("nothing"));
  for (const answer of theirs) expect(answer).toContain("NOT_FOUND");
  const appId = "beacon";
  expect((await listCatalog(stranger, {})).data.map(({ id }) => id)).toEqual(["notes"]);
  expect((await listCustomApps(stranger, {})).data).toEqual([]);

  await createCustomApp(stranger, { definition: { ...BEACON, name: "Their beacon" } });
  const name = async (who: Caller) => (await showApp(who, { appId })).entry.name;
  expect([await name(owner), await name(stranger)]).toEqual(["Beacon", "Their beacon"]);
  await deleteCustomApp(stranger, { appId });
  expect(await name(owner)).toBe("Beacon");
});

test("saving the same id replaces it; projects made from it stay as they are", async () => {
  await createCustomApp(owner, { definition: BEACON });
  const { projectId } = await installApp(owner, { appId: "beacon" });
  const next = { ...BEACON, services: [{ ...BEACON.services?.[0], image: "example/beacon:3.0.0" }] };
  const { entry } = await replaceCustomApp(owner, { appId: "beacon", definition: next });
  expect(entry.version).toBe("3.0.0");
  expect((await showProject(owner, { projectId })).version).toBe("2.1.0");
  const again = await createCustomApp(owner, { definition: BEACON });
  expect(again.entry.version).toBe("2.1.0");
  expect(again.warnings).toEqual([{ path: "id", message: expect.stringContaining("replaces it") }]);
  expect((await listCustomApps(owner, {})).data).toHaveLength(1);
});

test("an edit keeps the id, needs the app to be there, and loses nothing when it is refused", async () => {
  expect(await refusal(replaceCustomApp(owner, { appId: "beacon", definition: BEACON }))).toMatchObject({
    code: "NOT_FOUND",
  });
  await createCustomApp(owner, { definition: BEACON });
  const other = { ...BEACON, id: "lighthouse" };
  expect(await refusal(replaceCustomApp(owner, { appId: "beacon", definition: other }))).toMatchObject({
    code: "APP_ID_TAKEN",
    issues: [{ path: "id" }],
  });
  const wrong = { ...BEACON, services: [{ name: "web" }] };
  expect(await refusal(replaceCustomApp(owner, { appId: "beacon", definition: wrong }))).toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "services.0", message: expect.stringContaining("exactly one of image|build") }],
  });
  expect((await showApp(owner, { appId: "beacon" })).definition.services).toHaveLength(1);
});

test("what is installed cannot be deleted, and the projects are named", async () => {
  await createCustomApp(owner, { definition: BEACON });
  const { projectId } = await installApp(owner, { appId: "beacon", name: "Pier", deploy: false });
  await installApp(owner, { appId: "beacon", name: "Mole", deploy: false });
  expect((await listCustomApps(owner, {})).data[0]?.projects.map(({ name }) => name)).toEqual([
    "Mole",
    "Pier",
  ]);
  const refused = await refusal(deleteCustomApp(owner, { appId: "beacon" }));
  expect(refused).toMatchObject({ code: "APP_INSTALLED", message: expect.stringMatching(/“Mole”, “Pier”/) });
  expect((await showApp(owner, { appId: "beacon" })).entry.name).toBe("Beacon");
  for (const { id } of (await listCustomApps(owner, {})).data[0]?.projects ?? [])
    await deleteProject(owner, { projectId: id });
  await deleteCustomApp(owner, { appId: "beacon" });
  expect(await refusal(showApp(owner, { appId: "beacon" }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await refusal(showProject(owner, { projectId }))).toMatchObject({ code: "NOT_FOUND" });
});

test("an app that came with an update wins over an own one of the same id, which can still be deleted", async () => {
  await createCustomApp(owner, { definition: BEACON });
  await installApp(owner, { appId: "beacon", deploy: false });
  givenCatalog({ ...BEACON, name: "The real beacon" });
  expect((await showApp(owner, { appId: "beacon" })).entry).toMatchObject({
    name: "The real beacon",
    custom: false,
  });
  expect((await listCatalog(owner, {})).data.filter(({ id }) => id === "beacon")).toHaveLength(1);
  expect((await listCustomApps(owner, {})).data[0]).toMatchObject({ shadowed: true, projects: [] });
  await deleteCustomApp(owner, { appId: "beacon" });
  expect((await listCustomApps(owner, {})).data).toEqual([]);
});

test("who may not make projects only looks, and a read-only token changes nothing", async () => {
  const member = await givenOwner("member");
  expect((await createCustomApp(member, { definition: BEACON })).entry.id).toBe("beacon");
  const looking = {
    organizationId: member.organizationId,
    resourceType: "project",
    resourceId: "*",
  } as const;
  const restricted = { ...member, grants: [{ ...looking, permission: "read" } as const] };
  expect((await showCustomApp(restricted, { appId: "beacon" })).entry.id).toBe("beacon");
  const reading = { ...member, readOnly: true };
  for (const [who, code] of [
    [restricted, "FORBIDDEN"],
    [reading, "TOKEN_READ_ONLY"],
  ] as const) {
    const answers = [
      createCustomApp(who, { definition: BEACON }),
      replaceCustomApp(who, { appId: "beacon", definition: BEACON }),
      deleteCustomApp(who, { appId: "beacon" }),
    ].map(refusal);
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ code });
  }
  expect(await refusal(createCustomApp({ ...owner, kind: "anonymous" }, {}))).toMatchObject({
    code: "UNAUTHORIZED",
  });
});

test("who does not see all projects does not see the apps that the organization brought", async () => {
  const member = await givenOwner("member");
  await createCustomApp(member, { definition: BEACON });
  const { organizationId } = member;
  const one = { organizationId, resourceType: "project", resourceId: "prj_1", permission: "admin" } as const;
  const narrow = { ...member, grants: [one] };
  expect((await listCustomApps(narrow, {})).data).toEqual([]);
  expect(await refusal(showCustomApp(narrow, { appId: "beacon" }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await refusal(showApp(narrow, { appId: "beacon" }))).toMatchObject({ code: "NOT_FOUND" });
  expect((await listCatalog(narrow, {})).data.map(({ id }) => id)).not.toContain("beacon");
});

test("an app that this instance is too old for is kept, shown as such and not installed", async () => {
  const definition = { ...BEACON, minEngine: "99.0.0" };
  const { entry, warnings } = await createCustomApp(owner, { definition });
  expect(entry.requiresVersion).toBe("99.0.0");
  expect(warnings).toEqual([{ path: "", message: expect.stringContaining("Requires Roadstead >= 99.0.0") }]);
  expect(await refusal(installApp(owner, { appId: "beacon" }))).toMatchObject({
    code: "APP_NOT_INSTALLABLE",
  });
});

test("the check of the form says beforehand what saving would refuse or replace, each with its line", async () => {
  const text = JSON.stringify({ ...BEACON, enviroment: {} }, null, 2);
  const fresh = await validateDefinition(owner, { text, custom: {} });
  expect(fresh).toMatchObject({ valid: true, errors: [] });
  expect(fresh.warnings).toEqual([
    expect.objectContaining({ path: "enviroment", line: text.split("\n").length - 1 }),
  ]);
  await createCustomApp(owner, { definition: BEACON });
  const twice = await validateDefinition(owner, { text: JSON.stringify(BEACON), custom: {} });
  expect(twice.warnings).toEqual([{ path: "id", message: expect.stringContaining("replaces it"), line: 1 }]);
  expect(
    (await validateDefinition(owner, { definition: BEACON, custom: { replaces: "beacon" } })).warnings,
  ).toEqual([]);
  const taken = await validateDefinition(owner, { definition: { ...BEACON, id: "notes" }, custom: {} });
  expect(taken).toMatchObject({ valid: false, errors: [{ path: "id" }] });
});
