import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { NOTES } from "../testing";
import { importDefinition } from "./import";
import { validateDefinition } from "./validate";

givenDatabase();

test("a definition is valid as a value and as text", async () => {
  const owner = await givenOwner();
  const definition = { ...NOTES, services: NOTES.services };
  const asText = await validateDefinition(owner, { text: JSON.stringify(definition) });
  expect(asText).toMatchObject({ valid: true, errors: [] });
  expect(await validateDefinition(owner, { definition })).toEqual(asText);
});

test("errors say where, and an unknown key is a warning with the nearest known one", async () => {
  const owner = await givenOwner();
  const service = { name: "Web", image: "example/web:1", enviroment: {} };
  const answer = await validateDefinition(owner, { definition: { ...NOTES, services: [service] } });
  expect(answer.valid).toBe(false);
  expect(answer.errors).toContainEqual({
    path: "services.0.name",
    message: expect.stringContaining("hostname"),
  });
  expect(answer.warnings).toContainEqual(
    expect.objectContaining({ path: "services.0.enviroment", suggestion: "environment" }),
  );
});

test("text that is no JSON, says a key twice, or is nested too deep is told so", async () => {
  const owner = await givenOwner();
  const wrong = async (input: Parameters<typeof validateDefinition>[1]) => {
    const { valid, errors } = await validateDefinition(owner, input);
    expect(valid).toBe(false);
    return errors[0]?.message;
  };
  expect(await wrong({ text: '{\n"id": "a",\n"id": "b" }' })).toMatch(/line 3.*stands twice/);
  expect(await wrong({ text: "{ id: a }" })).toMatch(/not JSON/);
  expect(await wrong({ text: "[".repeat(100_000) })).toMatch(/nested/);
  expect(await wrong({ text: "[]" })).toMatch(/JSON object/);
  expect(await wrong({ text: `{}${" ".repeat(262_143)}` })).toMatch(/256 KiB/);
  let deep: unknown = {};
  for (let level = 0; level < 5_000; level++) deep = { a: deep };
  expect(await wrong({ definition: deep })).toMatch(/nested/);
  expect(await wrong({ definition: { ...NOTES, description: "é".repeat(200_000) } })).toMatch(/256 KiB/);
  expect(await wrong({ definition: JSON.parse('{ "__proto__": {} }') })).toMatch(/__proto__/);
});

test("one of definition and text must be given", async () => {
  const owner = await givenOwner();
  for (const input of [{}, { definition: {}, text: "{}" }])
    await expect(validateDefinition(owner, input)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("an import answers with a definition that validates, or with what stands in its way", async () => {
  const owner = await givenOwner();
  const files = (image: string) => [{ name: "compose.yml", content: `services: { web: { ${image} } }` }];
  const fine = await importDefinition(owner, { files: files("image: 'example/web:1'"), name: "My web" });
  expect(fine).toMatchObject({ ok: true, format: "compose", definition: { id: "my-web", name: "My web" } });
  if (!fine.ok) throw new Error("refused");
  expect(await validateDefinition(owner, { definition: fine.definition })).toMatchObject({ valid: true });
  const unsafe = await importDefinition(owner, { files: files("image: 'x:1', privileged: true") });
  expect(unsafe).toMatchObject({
    ok: false,
    issues: [{ path: "services.web.privileged" }],
    report: expect.arrayContaining([expect.objectContaining({ kind: "refused" })]),
  });
});
