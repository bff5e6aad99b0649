import fc from "fast-check";
import { expect, test } from "vitest";
import { splitWords } from "./command";
import { cpuClock } from "./hostile/cpu-clock";
import { lintDefinition } from "./lint";
import { parseDefinition } from "./parse";
import { type Placeholder, resolveTemplate } from "./placeholders";
import { checkSettings } from "./settings-form";

const shaped = (services: unknown) => ({
  id: "a",
  name: "A",
  description: "A",
  kind: "template",
  logo: "a",
  category: "other",
  services,
});

test("whatever is sent, parsing and linting answer", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      expect(parseDefinition(input)).toHaveProperty("ok");
      expect(parseDefinition(shaped(input))).toHaveProperty("ok");
      expect(Array.isArray(lintDefinition(shaped([input])))).toBe(true);
    }),
  );
});

test("names that every object has are no names here", () => {
  const text =
    '[{"name":"web","image":"a:1","environment":{"__proto__":"x","toString":"y"}},{"name":"constructor"}]';
  const parsed = parseDefinition(shaped(JSON.parse(text)));
  expect(parsed).toMatchObject({ ok: false });
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test("a value arrives as it is, whatever it holds", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, value) => {
      fc.pre(!before.includes("{{"));
      expect(resolveTemplate(`${before}{{config:KEY}}`, () => value)).toEqual({ value: before + value });
    }),
  );
});

test("a template is filled in once, whatever its values look like", () => {
  const key = fc.constantFrom("A", "B");
  const piece = fc.oneof(
    key.map((name) => ({ written: `{{config:${name}}}`, name })),
    fc
      .constantFrom("$", "{{", "}}", "{{x}}", "$&", "\x24{A}", "é")
      .map((written) => ({ written, name: undefined })),
  );
  const value = fc.constantFrom(
    "{{config:A}}",
    "{{config:B}}",
    "{{publicUrl:web}}",
    "$&",
    "$1",
    "{{",
    "}}",
    "",
  );
  fc.assert(
    fc.property(fc.array(piece), value, value, (pieces, A, B) => {
      const text = pieces.map(({ written }) => written).join(" ");
      const filled = pieces
        .map(({ written, name }) => (name === undefined ? written : { A, B }[name]))
        .join(" ");
      const lookup = (one: Placeholder) => (one.kind === "config" ? { A, B }[one.key] : undefined);
      expect(resolveTemplate(text, lookup)).toEqual({ value: filled });
    }),
  );
});

test("quoted words come back whole", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
      expect(splitWords(line)).toEqual(words);
    }),
  );
});

test("whatever values are sent, the settings check answers", () => {
  const fields = [
    { service: "web", key: "SIZE", label: "Size", type: "number" as const, integer: true, min: 1 },
  ];
  const groups = [{ id: "g", label: "G", fields }];
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.string())), (values) => {
      expect(typeof checkSettings(groups, values)).toBe("object");
    }),
  );
});

test("a long chain of services and conditions is no burden", () => {
  const services = Array.from({ length: 64 }, (_, at) => ({
    name: `s${at}`,
    image: "a:1",
    dependsOn: Array.from({ length: at }, (_, on) => `s${on}`),
  }));
  const took = cpuClock();
  expect(parseDefinition(shaped(services)).ok).toBe(true);
  expect(took()).toBeLessThan(1_000);
});
