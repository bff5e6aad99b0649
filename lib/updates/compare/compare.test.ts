import { expect, test } from "vitest";
import { parseDefinition } from "@/lib/app-definition/parse";
import type { AppDefinition, AppDefinitionInput } from "@/lib/app-definition/schema";
import { NOTES } from "@/lib/apps/testing";
import { digestOf } from "@/lib/registry/testing";
import { compareProject, type ImageFact } from "./compare";

function definitionOf(input: AppDefinitionInput): AppDefinition {
  const parsed = parseDefinition(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.definition;
}

const DB = NOTES.services?.[1] as NonNullable<AppDefinitionInput["services"]>[number];
const WEB = NOTES.services?.[0] as NonNullable<AppDefinitionInput["services"]>[number];
const withImagesOf = (web: string, db = "example/postgres:18.1", more: Partial<AppDefinitionInput> = {}) =>
  definitionOf({
    ...NOTES,
    services: [
      { ...WEB, image: web },
      { ...DB, image: db },
    ],
    ...more,
  });

const NOW = new Date("2026-11-01T12:00:00Z");
const WEB_IMAGE = "example/notes:1.2.3";
const ran = (web = digestOf(WEB_IMAGE), db: string | null = digestOf("example/postgres:18.1")) => ({
  web: { reference: WEB_IMAGE, digest: web, id: "" },
  db: { reference: "example/postgres:18.1", digest: db, id: "" },
});
const running = { definition: withImagesOf(WEB_IMAGE), images: ran() };
const here = { definition: withImagesOf(WEB_IMAGE), requiresVersion: null };

const fact = (image: string, more: Partial<ImageFact> = {}): [string, ImageFact] => [
  `docker.io/${image}`,
  {
    ...{ digest: digestOf(image), newerTag: null, newerDigest: null, leapTag: null, reason: null },
    ...{ checkedAt: NOW, ...more },
  },
];
const nothingNew = new Map([fact(WEB_IMAGE), fact("example/postgres:18.1")]);
const newer = (tag: string, digest = digestOf(`example/notes:${tag}`)) =>
  new Map([fact(WEB_IMAGE, { newerTag: tag, newerDigest: digest }), fact("example/postgres:18.1")]);

test("what upstream has already is current", () => {
  expect(compareProject(running, here, nothingNew)).toMatchObject({
    ...{ kind: "image", supported: true, behind: false, current: "1.2.3", latest: "1.2.3", target: null },
    checkedAt: NOW,
  });
  const { reason, note } = compareProject(running, here, nothingNew);
  expect([reason, note]).toEqual([undefined, undefined]);
});

test("a newer tag of the line is an update of that image and of nothing else", () => {
  const compared = compareProject(running, here, newer("1.3.0"));
  expect(compared).toMatchObject({ kind: "image", behind: true, current: "1.2.3", latest: "1.3.0" });
  expect(compared.services).toMatchObject([
    { name: "web", latestTag: "1.3.0", latestDigest: digestOf("example/notes:1.3.0") },
    { name: "db", latestTag: null, latestDigest: null },
  ]);
  expect(compared.target).toEqual({
    definition: withImagesOf("example/notes:1.3.0"),
    digests: { web: digestOf("example/notes:1.3.0") },
  });
});

test("a tag that was moved is an update to its new publication", () => {
  const moved = new Map([fact(WEB_IMAGE, { digest: digestOf("anew") }), fact("example/postgres:18.1")]);
  const compared = compareProject(running, here, moved);
  expect(compared).toMatchObject({ kind: "image", behind: true, current: "1.2.3", latest: "1.2.3" });
  expect(compared.services[0]).toMatchObject({ latestTag: "1.2.3", latestDigest: digestOf("anew") });
  expect(compared.target).toEqual({ definition: running.definition, digests: { web: digestOf("anew") } });
});

test("another name for what runs is no update", () => {
  expect(compareProject(running, here, newer("1.2.4", digestOf(WEB_IMAGE)))).toMatchObject({ behind: false });
});

test("another line is told and not offered", () => {
  const facts = new Map([fact(WEB_IMAGE), fact("example/postgres:18.1", { leapTag: "19.0" })]);
  const compared = compareProject(running, here, facts);
  expect(compared).toMatchObject({ behind: false, note: expect.stringContaining("19.0 of db is out too") });
  expect(compared.services[1]).toMatchObject({ leapTag: "19.0", latestTag: null });
  expect(compared.reason).toBeUndefined();
});

test("unknown is never behind, and says why", () => {
  for (const facts of [
    new Map(),
    new Map([fact(WEB_IMAGE, { reason: "It answers with a web page." })]),
    new Map([
      fact(WEB_IMAGE, { reason: "Busy.", digest: digestOf("x"), newerTag: "2", newerDigest: digestOf("y") }),
    ]),
  ]) {
    const compared = compareProject(running, here, facts);
    expect(compared).toMatchObject({
      supported: true,
      behind: false,
      reason: expect.stringMatching(/\.$/),
      target: null,
    });
  }
  const unheard = { ...running, images: ran(undefined, null) };
  expect(compareProject(unheard, here, nothingNew)).toMatchObject({
    behind: false,
    reason: "The engine does not tell which publication of example/postgres:18.1 runs.",
  });
});

test("what is known of one service is offered though another is unknown", () => {
  const facts = new Map([...newer("1.3.0"), fact("example/postgres:18.1", { reason: "No answer." })]);
  expect(compareProject(running, here, facts)).toMatchObject({ behind: true, reason: "No answer." });
});

test("a definition that has changed in what it runs is the update, exactly", () => {
  const definition = withImagesOf("example/notes:1.4.0", "example/postgres:18.1", { files: [] });
  const facts = new Map([...newer("1.3.0"), fact("example/notes:1.4.0")]);
  const compared = compareProject(running, { definition, requiresVersion: null }, facts);
  expect(compared).toMatchObject({ kind: "catalog", behind: true, latest: "1.4.0" });
  expect(compared.target).toEqual({ definition, digests: { web: digestOf("example/notes:1.4.0") } });
  expect(compared.services[0]).toMatchObject({ image: WEB_IMAGE, latestTag: "1.4.0" });
});

test("services that come and go with a definition are told", () => {
  const services = [WEB, { name: "cache", image: "example/cache:9.0" }];
  const definition = definitionOf({
    ...NOTES,
    services: services.map((service) => ({ ...service, dependsOn: [] })),
    configFields: NOTES.configFields?.filter(({ service }) => service !== "db"),
    endpoints: NOTES.endpoints?.slice(0, 1),
    connection: undefined,
  });
  const { services: told } = compareProject(running, { definition, requiresVersion: null }, nothingNew);
  expect(told.map(({ name, currentTag, latestTag }) => [name, currentTag, latestTag])).toEqual([
    ["web", "1.2.3", null],
    ["cache", null, "9.0"],
    ["db", "18.1", null],
  ]);
});

test("words alone are no update", () => {
  const settings = NOTES.settings?.map((group) => ({ ...group, label: "Another", description: "Words" }));
  const definition = definitionOf({ ...NOTES, name: "Better notes", description: "Other words.", settings });
  expect(compareProject(running, { definition, requiresVersion: null }, nothingNew)).toMatchObject({
    behind: false,
  });
});

test("a lower version is never an update, whatever else has changed", () => {
  const lower = { definition: withImagesOf("example/notes:1.2.2"), requiresVersion: null };
  expect(compareProject(running, lower, nothingNew)).toMatchObject({ behind: false });
  const changed = withImagesOf("example/notes:1.1-alpine", "example/postgres:18.1", { files: [] });
  const compared = compareProject(running, { definition: changed, requiresVersion: null }, nothingNew);
  expect(compared).toMatchObject({ behind: true, current: "1.2.3", latest: "1.2.3" });
  expect(compared.target?.definition.services[0]?.image).toBe(WEB_IMAGE);
});

test("another repository is never an update, and what runs is still compared", () => {
  const elsewhere = { definition: withImagesOf("ghcr.io/example/notes:9.0.0"), requiresVersion: null };
  const compared = compareProject(running, elsewhere, newer("1.3.0"));
  expect(compared).toMatchObject({ kind: "image", behind: true, latest: "1.3.0" });
  expect(compared.note).toContain("takes web from ghcr.io/example/notes instead of docker.io/example/notes");
});

test("a definition for a newer Roadstead is told and not offered", () => {
  const definition = withImagesOf("example/notes:2.0.0");
  for (const [requiresVersion, words] of [
    ["9.1.0", "needs Roadstead >= 9.1.0"],
    ["newer", "needs a newer version of Roadstead"],
  ] as const) {
    const compared = compareProject(running, { definition, requiresVersion }, nothingNew);
    expect(compared).toMatchObject({ behind: false, note: expect.stringContaining(words), target: null });
  }
});

test("without an app upstream the images still are; without both there is nothing", () => {
  expect(compareProject(running, undefined, newer("1.3.0"))).toMatchObject({
    ...{ supported: true, behind: true },
    note: expect.stringContaining("has left the catalog"),
  });
  const built = definitionOf({
    ...NOTES,
    services: [{ name: "web", build: { dockerfile: "FROM scratch" }, exposed: true, exposedPort: 8080 }],
    configFields: [],
    endpoints: undefined,
    connection: undefined,
    settings: [],
    files: [],
  });
  expect(compareProject({ definition: built, images: {} }, undefined, new Map())).toMatchObject({
    ...{ kind: "catalog", supported: false, behind: false },
    reason: "There is nothing upstream to compare it with.",
  });
  expect(
    compareProject(
      { definition: built, images: {} },
      { definition: built, requiresVersion: null },
      new Map(),
    ),
  ).toMatchObject({
    ...{ supported: true, behind: false },
  });
});

test("an image pinned by its digest stays what it is", () => {
  const pinned = `example/notes:1.2.3@${digestOf("pinned")}`;
  const definition = withImagesOf(pinned);
  const facts = new Map([fact("example/postgres:18.1")]);
  const compared = compareProject(
    { definition, images: ran() },
    { definition, requiresVersion: null },
    facts,
  );
  expect(compared).toMatchObject({ supported: true, behind: false });
  expect(compared.reason).toBeUndefined();
  expect(compared.services[0]).toMatchObject({ currentDigest: digestOf("pinned"), latestTag: null });
});

test("nothing that is offered leads back", () => {
  const { target } = compareProject(running, here, newer("1.3.0"));
  if (!target) throw new Error("nothing is offered");
  const images = { ...ran(target.digests.web) };
  const facts = new Map([fact("example/notes:1.3.0"), fact("example/postgres:18.1")]);
  // The catalog still pins the older one.
  expect(compareProject({ definition: target.definition, images }, here, facts)).toMatchObject({
    behind: false,
  });
});
