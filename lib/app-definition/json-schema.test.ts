import { mkdir, readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { appJsonSchema } from "./json-schema";

const file = new URL("../../public/schema/app-v1.json", import.meta.url);

// `UPDATE_GENERATED=1 vitest run lib/app-definition/json-schema.test.ts` writes the file.
test("the published schema is the one that validates", async () => {
  const generated = `${JSON.stringify(appJsonSchema(), null, 2)}\n`;
  if (process.env.UPDATE_GENERATED) {
    await mkdir(new URL(".", file), { recursive: true });
    await writeFile(file, generated);
  }
  expect(await readFile(file, "utf8")).toBe(generated);
});

test("every key of the published schema is described", () => {
  const nameless = undescribed(appJsonSchema(), "");
  expect(nameless).toEqual([]);
});

function undescribed(node: unknown, path: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const properties =
    "properties" in node && typeof node.properties === "object" ? Object.entries(node.properties ?? {}) : [];
  const own = properties.filter(([, value]) => !value.description).map(([key]) => `${path}.${key}`);
  return [...own, ...Object.entries(node).flatMap(([key, value]) => undescribed(value, `${path}.${key}`))];
}
