import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { capturedPlaces } from "@/lib/app-definition/prepare/captured-places";
import { installGroups } from "@/lib/app-definition/settings-form";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { showConnection } from "@/lib/projects";
import { freezeProject } from "@/lib/projects/freeze";
import { givenProject } from "@/lib/projects/testing";
import { useEngine } from "@/lib/servers";
import { curatedApps } from "./catalog";
import { installApp } from "./install";
import { whyNotInstallable } from "./installable";
import { planInstall } from "./plan";

givenDatabase();

beforeAll(() => useEngine(createMemoryEngine({}, { cpuCores: 64, memoryMb: 1_000_000 })));

const installable = curatedApps().filter((app) => !whyNotInstallable(app));

/** Something for every field that has no default and must be answered. */
function answersFor({ definition }: (typeof installable)[number]) {
  const fields = installGroups(definition.settings).flatMap((group) => group.fields);
  const open = fields.filter((field) => field.required && !field.default);
  const text = (key: string, type: string) =>
    type === "number" ? "1" : /mail/i.test(key) ? "captain@example.org" : "Harbour-Master-42";
  return Object.fromEntries(
    [...new Set(open.map((field) => field.service))].map((service) => [
      service,
      Object.fromEntries(
        open.filter((one) => one.service === service).map(({ key, type }) => [key, text(key, type)]),
      ),
    ]),
  );
}

/** A project for everything the app cannot do without, of the first app that provides such a thing. */
async function connectionsFor(owner: Caller, { definition }: (typeof installable)[number]) {
  const required = definition.requires.filter(({ optional }) => !optional);
  return await Promise.all(
    required.map(async ({ id, category }) => {
      const source = installable.find((app) =>
        app.definition.provides.some((one) => one.category === category),
      );
      expect(source, `nothing in the catalog provides ${category}`).toBeDefined();
      const input = { appId: source?.definition.id, settings: source && answersFor(source) };
      return { requirementId: id, projectId: (await givenProject(owner, input)).projectId };
    }),
  );
}

test.each(installable.map((app) => [app.definition.id, app] as const))(
  "%s installs, freezes and shows its whole connection card",
  async (appId, app) => {
    const owner = await givenOwner();
    const connections = await connectionsFor(owner, app);
    const input = { appId, settings: answersFor(app), connections };
    const plan = await planInstall(owner, input);
    expect(plan.issues).toEqual([]);
    const { projectId } = await installApp(owner, input);
    const { env } = await freezeProject(projectId);
    for (const { service, key, value } of plan.environment) {
      if (value !== null) expect(env[service]?.[key], `${key} of ${service}`).toBeDefined();
    }
    const { outputs } = await showConnection(owner, { projectId });
    // What a prepare step captures is there once it has run.
    const captured = capturedPlaces(app.definition).map(({ service, key }) => `env:${service}:${key}`);
    const expected = app.definition.connection?.outputs.filter(({ source }) => !captured.includes(source));
    expect(outputs.map((output) => output.id)).toEqual(expected?.map((output) => output.id) ?? []);
    for (const { id, value, secret } of outputs) {
      expect(value, id).not.toMatch(/^$|\{\{|undefined/);
      if (/password|secret|token/i.test(id)) expect(secret, id).toBe(true);
    }
  },
);
