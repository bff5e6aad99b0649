import { expect, test } from "vitest";
import { internalPath } from "./internal-path";

test("a path of this instance is kept with its query", () => {
  expect(internalPath("/projects/prj_1?tab=logs#end")).toBe("/projects/prj_1?tab=logs#end");
});

test("an address that a browser would read as another site leads to the catalog", () => {
  const traps = [
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "/.//evil.test",
    "javascript:1",
    "",
    ["/a"],
  ];
  for (const trap of traps) expect(internalPath(trap), String(trap)).toBe("/apps");
});
