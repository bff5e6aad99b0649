import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { SchemaNode } from "./json-schema";
import { appJsonSchema } from "./json-schema";
import { parseSource } from "./outputs";
import { placeholdersIn } from "./placeholders";

/** Features that no app of the catalog needs, each with the reason why, and what proves it instead. */
const UNNEEDED: Readonly<Record<string, string>> = {
  "services[].healthcheck.disable": "No image here brings a check that fails; grammar.test.ts proves it.",
  "services[].restart = no":
    "An app that stays down after a crash helps nobody; the conformance suite proves it.",
  "services[].restart = on-failure": "Services end only by failing; the conformance suite proves it.",
  "settings[].fields[].showIf.equals as number":
    "A number is compared as its text; settings-form.test.ts proves it.",
  "management.kind = custom": "No app has a page of its own; hostile/whole.ts and the project page prove it.",
  "management.href": "See management.kind = custom.",
  "prepare[].phase = pre-deploy":
    "Accepted and never run, so nobody should write it; lint.test.ts proves the warning.",
  "connection.firstLogin.username as object": "A user name is the same in every language.",
  "connection.firstLogin.password as object": "So is a password.",
  "endpoints[].defaultMode = publish":
    "A raw port is opened by choice, never by default; endpoints.test.ts proves it.",
};

const folder = new URL("../../catalog/", import.meta.url);
const apps = await Promise.all(
  (await readdir(folder))
    .filter((name) => name.endsWith(".json"))
    .map(async (name) => ({ id: name.slice(0, -5), written: await readJson(new URL(name, folder)) })),
);

test("every feature of the format is used by an app of the catalog", () => {
  const used = new Map<string, string>();
  for (const { id, written } of apps)
    for (const feature of featuresOf(written)) if (!used.has(feature)) used.set(feature, id);
  const all = [...featuresOfSchema(appJsonSchema() as SchemaNode, ""), ...FORMS];
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((feature) => !used.has(feature) && !Object.hasOwn(UNNEEDED, feature))).toEqual([]);
  expect(Object.keys(UNNEEDED).filter((feature) => used.has(feature) || !all.includes(feature))).toEqual([]);
});

/** What the schema does not tell apart. */
const FORMS = [
  "source env",
  "source publicUrl",
  "source publicUrl with a port",
  "source template",
  "placeholder config",
  "placeholder publicUrl",
  "placeholder publicHost",
  "placeholder env",
];

/** Every key, every member of an enum, and every form of what has several. */
function featuresOfSchema(node: SchemaNode, path: string): string[] {
  const shapes = node.anyOf ?? node.oneOf;
  if (shapes) {
    const types = shapes.flatMap((shape) =>
      shape.properties && node.oneOf ? [] : [shape.type ?? []].flat(),
    );
    const forms = [...new Set(types)].map((type) => `${path} as ${type}`);
    return [...new Set([...forms, ...shapes.flatMap((shape) => featuresOfSchema(shape, path))])];
  }
  if (node.items) return featuresOfSchema(node.items, `${path}[]`);
  const members = (node.enum ?? (node.const === undefined ? [] : [node.const])).map(
    (one) => `${path} = ${one}`,
  );
  const keys = Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const own = path ? `${path}.${key}` : key;
    return [own, ...featuresOfSchema(child, own)];
  });
  return [...members, ...keys];
}

function featuresOf(value: unknown, path = ""): string[] {
  const form = `${path} as ${Array.isArray(value) ? "array" : typeof value}`;
  if (Array.isArray(value)) return [form, ...value.flatMap((item) => featuresOf(item, `${path}[]`))];
  if (typeof value === "object" && value !== null) {
    const keys = Object.entries(value).flatMap(([key, item]) => {
      const own = path ? `${path}.${key}` : key;
      return [own, ...featuresOf(item, own)];
    });
    return [form, ...keys];
  }
  return [form, `${path} = ${value}`, ...(typeof value === "string" ? textForms(value, path) : [])];
}

function textForms(text: string, path: string): string[] {
  const source = path.endsWith(".source") ? parseSource(text) : undefined;
  const withPort = source?.from === "publicUrl" && source.port !== undefined ? " with a port" : "";
  const placeholders = placeholdersIn(text).map(({ kind }) => `placeholder ${kind}`);
  return [...(source ? [`source ${source.from}${withPort}`] : []), ...placeholders];
}

async function readJson(url: URL): Promise<unknown> {
  return JSON.parse(await readFile(url, "utf8"));
}
