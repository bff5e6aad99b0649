import { expect, test } from "vitest";
import { placesIn } from "./hostile/walk";
import { WHOLE } from "./hostile/whole";
import { appJsonSchema } from "./json-schema";
import { keyReference } from "./reference";

const reference = keyReference(appJsonSchema());

test("every key stands in a table, with a meaning", () => {
  const keys = placesIn(WHOLE).flatMap(({ path, node }) =>
    typeof path.at(-1) === "string" && node.description ? [`\`${String(path.at(-1))}\``] : [],
  );
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => !reference.includes(`| ${key}`))).toEqual([]);
  expect(reference).not.toMatch(/\|\s+\|\s*$/m);
});

test("forms of one object have a table each, and a key that must be there says so", () => {
  expect(reference).toContain("### `management` with kind custom");
  expect(reference).toContain("| `id`, required | text |");
  expect(reference).toContain("| `equals` | text or number or true or false or list of");
});
