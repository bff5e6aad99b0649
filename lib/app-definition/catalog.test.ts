import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { endpointsOf } from "./endpoints";
import { displayVersion } from "./images";
import { lintDefinition } from "./lint";
import { parseSource } from "./outputs";
import { parseDefinition } from "./parse";
import { placeholdersIn } from "./placeholders";
import { capturedPlaces } from "./prepare/captured-places";
import { checkSettings } from "./settings-form";
import { parseVolume } from "./volumes";

const root = new URL("../../", import.meta.url);
const files = (await readdir(new URL("catalog/", root))).filter((name) => name.endsWith(".json"));
/** Logos that the icon library does not have: the pages show a monogram. */
const MONOGRAMS = new Set([
  "ittools",
  "kimai",
  "linkding",
  "mailpit",
  "memos",
  "miniflux",
  "nocodb",
  "pgweb",
  "postgrest",
  "stirlingpdf",
  "typesense",
  "valkey",
]);

test("the catalog holds what the first release promises", () => {
  const promised = [
    "postgresql",
    "valkey",
    "mariadb",
    "grafana",
    "gitea",
    "n8n",
    "uptime-kuma",
    "vaultwarden",
  ];
  const more = ["wordpress", "ghost", "metabase", "minio", "whoami"];
  expect(files).toEqual(expect.arrayContaining([...promised, ...more].map((id) => `${id}.json`)));
});

describe.each(files)("%s", async (file) => {
  const input: unknown = JSON.parse(await readFile(new URL(`catalog/${file}`, root), "utf8"));
  const parsed = parseDefinition(input);
  if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.issues)}`);
  const { definition } = parsed;

  test("is named after its id and written without a slip", () => {
    expect(definition.id).toBe(file.replace(/\.json$/, ""));
    expect(lintDefinition(input)).toEqual([]);
  });

  test("has its logo, or is known to show a monogram", () => {
    const logo = new URL(`public/logos/${definition.logo}.svg`, root);
    expect(existsSync(logo)).toBe(!MONOGRAMS.has(definition.logo));
  });

  test("has a version, something to connect to and a way to reach it", () => {
    if (!definition.available || definition.kind === "flow") return expect(definition.services).toEqual([]);
    if (!definition.services.some((service) => service.build))
      expect(displayVersion(definition)).toMatch(/\d/);
    expect(definition.connection?.outputs.length).toBeGreaterThan(0);
    expect(endpointsOf(definition).length).toBeGreaterThan(0);
  });

  test("reads only env that it writes", () => {
    const written = new Set([
      ...definition.services.flatMap((one) =>
        Object.keys(one.environment).map((key) => `${one.name} ${key}`),
      ),
      ...definition.configFields.map((field) => `${field.service} ${field.key}`),
      ...definition.settings.flatMap((group) => group.fields.map((field) => `${field.service} ${field.key}`)),
      ...capturedPlaces(definition).map(({ service, key }) => `${service} ${key}`),
    ]);
    const sources = (definition.connection?.outputs ?? []).flatMap((one) => [
      one.source,
      ...(one.variants ?? []).map((variant) => variant.source),
    ]);
    const read = sources.flatMap((source) => {
      const parsedSource = parseSource(source);
      const inText = placeholdersIn(source).filter((one) => one.kind === "env");
      return [...(parsedSource?.from === "env" ? [parsedSource] : []), ...inText];
    });
    expect(read.map(({ service, key }) => `${service} ${key}`).filter((key) => !written.has(key))).toEqual(
      [],
    );
  });

  test("keeps every generated value secret, and says so in its outputs", () => {
    const secrets = new Set(definition.configFields.map((field) => `${field.service} ${field.key}`));
    expect(definition.configFields.filter((field) => field.generate && !field.secret)).toEqual([]);
    const open = (definition.connection?.outputs ?? []).filter((output) => {
      const reads = [
        ...placeholdersIn(output.source),
        ...placeholdersIn(output.source.replace(/^env:(.*)$/, "{{env:$1}}")),
      ];
      return (
        !output.secret && reads.some((one) => one.kind === "env" && secrets.has(`${one.service} ${one.key}`))
      );
    });
    expect(open.map((output) => output.id)).toEqual([]);
  });

  test("keeps its volumes apart and waits only for services that tell their health", () => {
    const names = definition.services.flatMap((one) =>
      one.volumes.flatMap((text) => {
        const volume = parseVolume(text);
        return volume.ok ? [volume.volume.name] : [];
      }),
    );
    expect(new Set(names).size).toBe(names.length);
    const awaited = new Set(definition.services.flatMap((one) => one.dependsOn));
    expect(definition.services.filter((one) => awaited.has(one.name) && !one.healthcheck)).toEqual([]);
  });

  test("can be installed with what its form is filled with", () => {
    expect(checkSettings(definition.settings, {}, { install: true })).toEqual({});
  });
});
