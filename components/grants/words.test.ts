import { expect, test } from "vitest";
import type { Level, ResourceType } from "@/lib/access/permissions";
import { describeGrants, type Reach, summarizeGrants } from "./words";

const choices = [
  { type: "organization", id: "*", name: "The whole organization" },
  { type: "project", id: "*", name: "All projects" },
  ...["Flows", "Git", "Journal", "Stats", "Mail", "Shop"].map((name) => ({
    type: "project" as const,
    id: `prj_${name}`,
    name,
  })),
  { type: "server", id: "srv_local", name: "harbour-1" },
] as const;

const grant = (resourceType: ResourceType, resourceId: string, ...permissions: Level[]) => ({
  resourceType,
  resourceId,
  permissions,
});
const said = (grants: Reach["grants"], readOnly = false, more: { lead?: string; program?: boolean } = {}) =>
  describeGrants({
    grants,
    readOnly,
    choices,
    lead: "This token will be able to",
    organization: "Hallberg Studio",
    ...more,
  })
    .map(({ text }) => text)
    .join("");
const summary = (grants: Reach["grants"], readOnly = false) => summarizeGrants({ grants, readOnly, choices });

test("a few grants are named one by one, the strongest first", () => {
  const grants = [
    grant("server", "srv_local", "read"),
    grant("project", "prj_Git", "read"),
    grant("project", "prj_Flows", "read", "write"),
  ];
  expect(said(grants)).toBe(
    "This token will be able to read and change Flows, read Git and read the server harbour-1. It cannot see other projects, members or tokens.",
  );
  expect(summary(grants)).toBe("Change Flows, read Git, read the server harbour-1");
});

test("the strong parts are exactly what may be done", () => {
  const parts = describeGrants({
    grants: [grant("project", "prj_Git", "admin"), grant("project", "prj_Mail", "admin")],
    readOnly: false,
    choices,
    lead: "Claude will be able to",
    organization: "Hallberg Studio",
  });
  expect(parts.filter(({ strong }) => strong)).toEqual([
    { text: "read, change and delete Git and Mail", strong: true },
  ]);
});

test("no list is all that the person may do, an empty list is nothing", () => {
  expect(said(null)).toBe(
    "This token will be able to do everything that you may do in Hallberg Studio, now and later. When you may do less, so may it.",
  );
  expect(said(null, true)).toBe(
    "This token will be able to read everything that you may read in Hallberg Studio. It cannot change anything.",
  );
  expect(said([])).toBe("This token will be able to do nothing until you choose something.");
  expect([summary(null), summary(null, true), summary([])]).toEqual([
    "Everything you may",
    "Read everything you may",
    "Nothing",
  ]);
});

test("read-only takes every stronger word away", () => {
  const grants = [grant("project", "prj_Git", "admin"), grant("project", "prj_Flows", "write")];
  expect(said(grants, true)).toBe(
    "This token will be able to read Git and Flows. It cannot see other projects, members or tokens, nor change anything.",
  );
  expect(summary(grants, true)).toBe("Read Git and Flows");
});

test("all of a type and the whole organization are said as such, with what stays closed", () => {
  expect(said([grant("project", "*", "read"), grant("project", "prj_Flows", "write")])).toBe(
    "This token will be able to read and change Flows and read all projects. It cannot see members or tokens.",
  );
  expect(said([grant("organization", "*", "admin")])).toBe(
    "This token will be able to read, change and delete everything in Hallberg Studio, its members included. It cannot see tokens.",
  );
});

test("many are counted, and what is gone is told", () => {
  const ids = ["Flows", "Git", "Journal", "Stats", "Mail"].map((name) => `prj_${name}`);
  expect(said(ids.map((id) => grant("project", id, "write")))).toMatch("read and change 5 projects.");
  expect(summary(ids.slice(0, 3).map((id) => grant("project", id, "read")))).toBe("Read 3 projects");
  expect(said([grant("project", "prj_old", "read")])).toMatch("read something that is gone.");
  expect(said([grant("project", "prj_Git", "read"), grant("project", "prj_old", "read")])).toMatch(
    "read Git and something that is gone.",
  );
});

test("of a person nothing is said about what they cannot do", () => {
  expect(said([grant("project", "prj_Git", "read")], false, { lead: "Jonas may", program: false })).toBe(
    "Jonas may read Git.",
  );
});
