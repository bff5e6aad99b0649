import { beforeAll, expect, test } from "vitest";
import { givenCatalog } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { deleteProject, patchProject } from "@/lib/projects";
import { projectRecord } from "@/lib/projects/on-project";
import { givenProject } from "@/lib/projects/testing";
import { useEngine as giveEngine } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { addDomain, listDomains, removeDomain } from ".";
import { asciiHostname } from "./schema";

givenDatabase();

beforeAll(() => {
  giveEngine(createMemoryEngine({}));
  givenCatalog();
});

test.each([
  ["Blog.Example.ORG.", "blog.example.org"],
  [" bücher.example ", "xn--bcher-kva.example"],
  ["a.b.c.example.museum", "a.b.c.example.museum"],
])("%s is the domain %s", (typed, name) => expect(asciiHostname(typed)).toBe(name));

test.each([
  "",
  "localhost",
  "*.example.org",
  "example.org:8080",
  "http://example.org",
  "example.org/x",
  "user@example.org",
  "1.2.3.4",
  "0x7f.1",
  "[::1]",
  "a..b.example",
  "-a.example.org",
  "a_b.example.org",
  "exa mple.org",
  "example.1",
  "{http.request.host}.example.org",
  `${"a".repeat(64)}.example.org`,
  `${"a.".repeat(126)}example`,
])("“%s” is no domain", (typed) => expect(asciiHostname(typed)).toBeUndefined());

test("a domain leads to the app's web endpoint, and is listed with what is known of it", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const added = await addDomain(owner, { projectId, hostname: "Notes.Example.org" });
  const [endpoint] = (await projectRecord(projectId)).exposures;
  expect(added).toMatchObject({
    hostname: "notes.example.org",
    url: "https://notes.example.org",
    service: endpoint?.service,
    port: endpoint?.port,
    main: false,
    state: "action_required",
    reason: "This instance serves no domains: ROADSTEAD_EDGE is off.",
    checkedAt: null,
  });
  expect((await listDomains(owner, { projectId })).data).toEqual([added]);
  settings().edge.mode = "managed";
  expect((await listDomains(owner, { projectId })).data).toMatchObject([{ state: "checking" }]);
  settings().edge.mode = "off";
  await expect(addDomain(owner, { projectId, hostname: "notes.example.org" })).rejects.toMatchObject({
    issues: [{ path: "hostname", message: "notes.example.org leads there already." }],
  });
  await removeDomain(owner, { projectId, domainId: added.id });
  expect((await listDomains(owner, { projectId })).data).toEqual([]);
});

test("a domain is one project's alone, and tells nothing of it to strangers", async () => {
  const owner = await givenOwner();
  const stranger = await givenOwner();
  const { projectId } = await givenProject(owner, { name: "Secret plans" });
  const other = await givenProject(owner, { name: "Other" });
  const theirs = await givenProject(stranger);
  await addDomain(owner, { projectId, hostname: "plans.example.org" });
  const hostname = "plans.example.org";
  await expect(addDomain(owner, { projectId: other.projectId, hostname })).rejects.toMatchObject({
    code: "DOMAIN_TAKEN",
    message: "plans.example.org leads to the project “Secret plans” already. Choose another one.",
  });
  await expect(addDomain(stranger, { projectId: theirs.projectId, hostname })).rejects.toMatchObject({
    code: "DOMAIN_TAKEN",
    message: "plans.example.org leads to another project on this server already. Choose another one.",
  });
});

test("of two people who want one domain at the same moment, one has it", async () => {
  const people = await Promise.all([givenOwner(), givenOwner(), givenOwner()]);
  const made = await Promise.all(people.map((owner) => givenProject(owner)));
  const outcomes = await Promise.allSettled(
    people.map((owner, at) =>
      addDomain(owner, { projectId: made[at]?.projectId ?? "", hostname: "wanted.example.org" }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "DOMAIN_TAKEN" });
});

test("the address that the app is told is a domain of the project, and stays until another is chosen", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const { exposures } = await projectRecord(projectId);
  const { service = "", port = 0 } = exposures[0] ?? {};
  const choose = (domain: string) =>
    patchProject(owner, { projectId, endpoints: [{ service, port, mode: "domain", domain }] });
  await choose("one.example.org");
  const [one] = (await listDomains(owner, { projectId })).data;
  expect(one).toMatchObject({ hostname: "one.example.org", main: true });
  await expect(removeDomain(owner, { projectId, domainId: one?.id ?? "" })).rejects.toMatchObject({
    code: "DOMAIN_IN_USE",
  });
  await choose("two.example.org");
  await removeDomain(owner, { projectId, domainId: one?.id ?? "" });
  expect((await listDomains(owner, { projectId })).data).toMatchObject([
    { hostname: "two.example.org", main: true },
  ]);

  const second = await givenProject(owner, { name: "Second" });
  const endpoints = [{ service, port, mode: "domain" as const, domain: "two.example.org" }];
  await expect(patchProject(owner, { projectId: second.projectId, endpoints })).rejects.toMatchObject({
    issues: [{ path: "endpoints.0.domain", message: expect.stringContaining("leads to the project") }],
  });
  // Uninstalled, it lets go of its domains.
  await deleteProject(owner, { projectId });
  await patchProject(owner, { projectId: second.projectId, endpoints });
});

test("the dashboard's own address is nobody's domain", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  settings().publicUrl = "https://roadstead.example.org";
  await expect(addDomain(owner, { projectId, hostname: "roadstead.example.org" })).rejects.toMatchObject({
    message: "roadstead.example.org is the address of Roadstead itself. Choose another one.",
  });
  settings().publicUrl = undefined;
});
