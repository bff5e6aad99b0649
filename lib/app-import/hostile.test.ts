import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuClock } from "@/lib/app-definition/hostile/cpu-clock";
import { parseDefinition } from "@/lib/app-definition/parse";
import { importApp } from "./import";
import { readJson } from "./read/json";
import { readToml } from "./read/toml";
import { readYaml } from "./read/yaml";
import { IMPORT_FORMATS } from "./schema";
import { given } from "./testing";
import { composeParts } from "./variables/parts";

const LAUGHS = Array.from(
  { length: 9 },
  (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(", ")}]`,
);

const UNREADABLE: [name: string, text: string][] = [
  ["a billion laughs", `l0: &l0 [x]\n${LAUGHS.join("\n")}`],
  ["merges that grow", `a: &a { b: 1 }\nc:\n${Array(200).fill("  - { <<: *a }").join("\n")}`],
  ["an alias to itself", "a: &a [*a]"],
  ["an alias to nothing", "a: *b"],
  ["brackets", "[".repeat(200_000)],
  ["dashes", "- ".repeat(100_000)],
  ["anchors", "&a ".repeat(80_000)],
  ["question marks", "? ".repeat(80_000)],
  ["deep indents", Array.from({ length: 500 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")],
  ["keys that stand twice", "services: { a: { image: x, image: y } }"],
  ["a tag", "a: !!binary aGk="],
  ["a custom tag", "a: !include /etc/passwd"],
  ["a tag of code", 'a: !!js/function "() => 1"'],
  ["prototype keys", "__proto__: { a: 1 }"],
  ["a constructor", "a: { constructor: { prototype: 1 } }"],
  ["several documents", "a: 1\n---\nb: 2"],
  ["a map as a key", "? { a: 1 }\n: 2"],
  ["many lines", "a\n".repeat(20_000)],
];

test.each(UNREADABLE)("YAML of %s is refused with a sentence, and at once", (_, text) => {
  const took = cpuClock();
  const read = readYaml(text);
  expect(took()).toBeLessThan(1_500);
  expect(read).toMatchObject({ ok: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(given({ "compose.yml": text }).ok).toBe(false);
});

test("TOML and JSON are held to the same", () => {
  for (const text of ["a = 1\na = 2", "__proto__ = 1", "a = 2026-01-01", `a = ${"[".repeat(100_000)}`, "a."])
    expect(readToml(text), text.slice(0, 20)).toMatchObject({ ok: false });
  const wrong = [
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    "[".repeat(100_000),
    '{"a":1}x',
    '"\u0001"',
    "01",
    "{a:1}",
    "",
  ];
  for (const text of wrong) expect(readJson(text), text.slice(0, 20)).toMatchObject({ ok: false });
});

test("JSON is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      if (/__proto__|constructor|prototype/.test(text)) return;
      expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
    { numRuns: 100, seed: 7 },
  );
});

test("scalars stay as they were written", () => {
  expect(readYaml("[1.10, no, 0x1f, ~, 'null', 2026-01-01, 012]")).toEqual({
    ok: true,
    value: ["1.10", "no", "0x1f", null, "null", "2026-01-01", "012"],
  });
});

test("a dollar is never lost: what is no variable stays text", () => {
  expect(composeParts(`$$A $ $1 \${A \${B:-\${C-x}} \${}`)).toEqual([
    { text: `$A $ $1 \${A \${B:-\${C-x}} \${}` },
  ]);
  expect(composeParts(`\${B:-\${C-x}}\${D:?no}$E`)).toEqual([
    { variable: "B", fallback: [{ variable: "C", fallback: [{ text: "x" }] }] },
    { variable: "D", required: true },
    { variable: "E" },
  ]);
  expect(composeParts(`\${`.repeat(100_000)).length).toBe(1);
});

test("variables that stand for each other, or for far too much, are refused", () => {
  const toml = (lines: string[]) => ({
    "docker-compose.yml": `services: { a: { image: 'x/a:1', environment: { A: '\${A}' } } }`,
    "template.toml": `[variables]\n${lines.join("\n")}\n[config.env]\nA = "\${v0}"`,
  });
  const doubling = Array.from({ length: 15 }, (_, at) => `v${at} = "${`\${v${at + 1}}`.repeat(9)}"`);
  expect(given(toml([...doubling, 'v15 = "x"']))).toMatchObject({ ok: false });
  expect(given(toml([`v0 = "\${v1} "`, `v1 = "\${v0} "`]))).toMatchObject({ ok: false });
});

test("no text makes a pattern of the importer run for ever", () => {
  const web = (lines: string) => `services: { web: { image: 'example/web:1', ${lines} } }`;
  const files: Record<string, string>[] = [
    { "compose.yml": web("env_file: web.env"), "web.env": `A=x${" ".repeat(200_000)}x` },
    { "compose.yml": web(`volumes: ['/${"docker/".repeat(30_000)}:/a']`) },
    { "compose.yml": `services: { a: { build: { dockerfile_inline: "${"\\n".repeat(100_000)}y" } } }` },
    {
      "compose.yml": web(
        `command: '${Array.from({ length: 15_000 }, (_, at) => `$PASSWORD${at}`).join(" ")}'`,
      ),
    },
    { "compose.yml": web(`ports: [${"1-100:1-100,".repeat(9_000)}]`) },
    { "compose.yml": "&".repeat(250_000) },
    { "links.yml": `# slogan: x${" ".repeat(200_000)}x\n${web("environment: { A: $SERVICE_URL_A }")}` },
  ];
  for (const one of files) {
    const took = cpuClock();
    given(one);
    expect(took(), Object.values(one)[0]?.slice(0, 60)).toBeLessThan(1_500);
  }
});

test("files that are too long, doubled, missing or hold NUL are refused", () => {
  expect(given({ "compose.yml": `# ${"é".repeat(140_000)}` }).ok).toBe(false);
  expect(given({ "compose.yml": "a: \0" }).ok).toBe(false);
  expect(given({ "compose.yml": "services: {}", "./compose.yml": "" }).ok).toBe(false);
  for (const format of IMPORT_FORMATS) {
    expect(importApp({ format, files: [] }).ok).toBe(false);
    expect(given({ "x.yml": "" }, { format }).ok).toBe(false);
    expect(given({ "x.yml": "[]", "x.toml": "", "config.json": "[]" }, { format }).ok).toBe(false);
  }
});

const nasty = fc.constantFrom(
  ...`__proto__|constructor|toString|hasOwnProperty|../../etc|/|~|\${A}|\${A:-\${B}}|$$|\${|{{config:A}}|{{env:a:B}}`.split(
    "|",
  ),
  ..."<script>|javascript:alert(1)|-v|--privileged|a:b:c|:|::|0|-1|99999|1-9999999|a\nB=c|\u202e|🦄|null|$(id)|`id`".split(
    "|",
  ),
);
const word = fc.oneof(nasty, fc.string({ maxLength: 12 }));
const keys = fc.constantFrom(
  ..."image build ports expose environment env_file command entrypoint volumes configs secrets depends_on".split(
    " ",
  ),
  ..."healthcheck restart user shm_size stop_grace_period mem_limit cpus deploy network_mode pid ipc".split(
    " ",
  ),
  ..."cap_add devices security_opt labels hostname container_name networks profiles caproverExtra x-runtipi".split(
    " ",
  ),
);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(word, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const services = fc.dictionary(
  fc.oneof(word, fc.constantFrom("web", "db", "$$cap_appname")),
  fc.oneof(fc.dictionary(keys, value, { maxKeys: 6 }), value),
  { minKeys: 1, maxKeys: 3 },
);

/** What no importer may ever throw on: whatever comes, a definition that parses or a refusal with reasons. */
function keepsItsPromise(result: ReturnType<typeof importApp>): void {
  if (!result.ok) {
    expect(result.issues.length).toBeGreaterThan(0);
    return;
  }
  expect(parseDefinition(result.definition).ok).toBe(true);
  expect(JSON.stringify(result.definition.services)).not.toMatch(/"[^"]*(?:\.\.\/|docker\.sock)[^"]*:\//);
}

test.each(IMPORT_FORMATS)("whatever a %s app holds, it is imported or refused", (format) => {
  const template = fc.record({
    services,
    image: fc.constant("example/web:1"),
    extra: value,
    name: word,
  });
  fc.assert(
    fc.property(template, ({ services: all, image, extra, name }) => {
      const withImages = Object.fromEntries(
        Object.entries(all).map(([key, one]) => [
          key,
          typeof one === "object" && one ? { image, ...one } : one,
        ]),
      );
      const compose = JSON.stringify({
        ...(format === "caprover" && { captainVersion: 4, caproverOneClickApp: extra }),
        services: withImages,
        volumes: extra,
      });
      const entry = { type: 1, title: name, image, env: extra, volumes: extra, ports: extra, command: name };
      const files = {
        ...(format !== "portainer" && { "docker-compose.yml": compose }),
        ...(format === "dokploy" && { "template.toml": tomlOf(extra, name) }),
        ...(format === "portainer" && { "templates.json": JSON.stringify(entry) }),
        ...(format === "runtipi" && {
          "config.json": JSON.stringify({ id: name, name, form_fields: extra }),
        }),
      };
      keepsItsPromise(given(files, { format, name }));
    }),
    { numRuns: 60, seed: 11 },
  );
});

test("whatever text is given, it is imported or refused", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, keys, fc.constantFrom(":", "\n", "  ", "- ", "{", "}", "&a", "*a")), {
        maxLength: 30,
      }),
      (all) => {
        keepsItsPromise(given({ "compose.yml": all.join("") }));
        keepsItsPromise(given({ "compose.yml": `services:\n  a:\n    image: x:1\n    ${all.join(" ")}` }));
      },
    ),
    { numRuns: 100, seed: 13 },
  );
});

function tomlOf(extra: unknown, name: string): string {
  const text = (one: unknown) => JSON.stringify(String(JSON.stringify(one) ?? "")).replaceAll("\u007f", "");
  return `[variables]\na = ${text(extra)}\nb = ${text(name)}\n[config]\nenv = [${text(`A=${name}`)}]\n`;
}
