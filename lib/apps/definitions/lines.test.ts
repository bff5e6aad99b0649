import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./lines";

const TEXT = `{
  "id": "a, \\"b\\": {",
  "services": [
    { "name": "web",
      "ports": ["1:1",
        "2:2"] },
    {
      "environment": { "KEY": "}" }
    }
  ]
}`;

test("a path leads to the line it was written in", () => {
  const line = linesOf(TEXT);
  expect([line(""), line("id"), line("services"), line("services.0"), line("services.0.name")]).toEqual([
    1, 2, 3, 4, 4,
  ]);
  expect([line("services.0.ports.1"), line("services.1"), line("services.1.environment.KEY")]).toEqual([
    6, 7, 8,
  ]);
});

test("what is missing is told at what should hold it", () => {
  const line = linesOf(TEXT);
  expect([line("services.1.image"), line("name"), line("services.7.x")]).toEqual([7, 1, 3]);
});

test("every text of JSON has its lines", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 1);
      const last = text.split("\n").length;
      const found = linesOf(text)("0.a");
      expect(found).toBeGreaterThanOrEqual(1);
      expect(found).toBeLessThanOrEqual(last);
    }),
  );
});
