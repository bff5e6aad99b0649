import { expect, test } from "vitest";
import { ANONYMOUS, type Caller } from "@/lib/access/caller";
import type { Grant } from "@/lib/access/permissions";
import { PROPOSABLE } from "@/lib/proposals/proposable";
import { findTool, toolsFor } from "./tools";

const caller = (grants: Omit<Grant, "organizationId">[], more: Partial<Caller> = {}): Caller => ({
  ...ANONYMOUS,
  kind: "token",
  organizationId: "org_1",
  readOnly: false,
  grants: grants.map((grant) => ({ organizationId: "org_1", ...grant })),
  ...more,
});
const ALL: Omit<Grant, "organizationId">[] = [
  { resourceType: "organization", resourceId: "*", permission: "admin" },
];
const OWNER = caller(ALL, { instanceAdmin: true });

const namesFor = (who: Caller) => toolsFor(who).map(({ name }) => name);
const inWords = ({ name, title, annotations }: ReturnType<typeof toolsFor>[number]) => {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const change = destructiveHint ? "overwrites" : "adds";
  const does = readOnlyHint ? "reads" : idempotentHint ? `${change}, repeatable` : change;
  return `${name}: ${title} (${does})`;
};

test("agents are offered exactly these tools", () => {
  expect(toolsFor(OWNER).map(inWords)).toEqual([
    "apps_list: List the catalog (reads)",
    "apps_show: Show an app (reads)",
    "apps_host_fit: Compare an app with the machine (reads)",
    "apps_list_sources: List what an app can connect to (reads)",
    "apps_plan: Plan an installation (reads)",
    "apps_install: Install an app (adds)",
    "apps_import: Convert a compose file (reads)",
    "apps_validate: Check an app definition (reads)",
    "projects_list: List projects (reads)",
    "projects_show: Show a project (reads)",
    "projects_show_settings: Show a project's settings (reads)",
    "projects_change_settings: Change a project's settings (overwrites, repeatable)",
    "projects_show_resources: Show a project's limits (reads)",
    "projects_change_resources: Limit what a project may use (overwrites, repeatable)",
    "projects_plan: Plan a change (reads)",
    "projects_stop: Stop a project (overwrites, repeatable)",
    "projects_start: Start a project (adds, repeatable)",
    "projects_restart: Restart a project (overwrites)",
    "projects_recent_logs: Read a project's log (reads)",
    "projects_usage: Show what a project used (reads)",
    "projects_repair: Repair a project (adds, repeatable)",
    "domains_list: List a project's domains (reads)",
    "deployments_create: Deploy a project (overwrites)",
    "deployments_list: List deployments (reads)",
    "deployments_show: Show a deployment (reads)",
    "deployments_logs: Read a deployment's log (reads)",
    "deployments_rollback: Roll back to a deployment (overwrites)",
    "deployments_cancel: Cancel a deployment (overwrites, repeatable)",
    "updates_list: List updates (reads)",
    "updates_scan: Check for updates (adds, repeatable)",
    "updates_plan: Plan an update (reads)",
    "updates_apply: Apply an update (overwrites)",
    "backups_list: List backups (reads)",
    "proposals_show: Show a proposal (reads)",
    "system_info: Show this instance (reads)",
  ]);
});

test("credentials, people, decisions and secrets are never tools", () => {
  for (const name of namesFor(OWNER)) {
    expect(name).not.toMatch(
      /token|member|people|person|mcp|client|auth|audit|approve|decline|env|connection|delete/,
    );
    const verb = findTool(name)?.verb;
    expect(verb?.permission, name).not.toMatch(/^(account|instance|public|organization:)/);
    expect(verb, name).not.toHaveProperty("showsSecrets", true);
  }
});

test("a credential that may only read is offered no tool that changes something", () => {
  const changing = toolsFor(caller(ALL, { readOnly: true })).filter(
    ({ annotations }) => !annotations.readOnlyHint,
  );
  expect(changing).toEqual([]);
});

test("what no grant could ever allow is not offered", () => {
  const reader = namesFor(caller([{ resourceType: "project", resourceId: "prj_1", permission: "read" }]));
  expect(reader).toContain("projects_show");
  expect(reader).not.toContain("projects_stop");
  expect(reader).not.toContain("apps_install");
  expect(reader).not.toContain("updates_scan");
  const writer = namesFor(caller([{ resourceType: "project", resourceId: "prj_1", permission: "write" }]));
  expect(writer).toContain("projects_stop");
  expect(writer).not.toContain("apps_install");
  expect(namesFor(caller([]))).not.toContain("projects_show");
  expect(namesFor(ANONYMOUS)).toEqual([]);
});

test("whatever an agent may change, it may propose, and a proposal's answer is what it is told to expect", () => {
  const proposing = toolsFor({ ...OWNER, kind: "mcp", propose: true });
  const changing = proposing.filter(({ annotations }) => !annotations.readOnlyHint);
  const proposable = PROPOSABLE.map(({ verb }) => verb.id).sort();
  expect(changing.map(({ name }) => findTool(name)?.verb.id).sort()).toEqual(proposable);
  for (const { description, outputSchema } of changing) {
    expect(description).toContain("a person approves or declines");
    expect(outputSchema.required).toContain("proposalId");
  }
});

test("every tool has a name that clients take, and says that it takes nothing it does not name", () => {
  for (const { name, inputSchema, outputSchema } of toolsFor(OWNER)) {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(outputSchema.type).toBe("object");
  }
});
