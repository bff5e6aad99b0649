import { expect, test } from "vitest";
import type { GivenGrant } from "@/lib/grants/schema";
import { givenByAll, ownStep, readingOnly, withStep } from "./value";

const flows = { type: "project", id: "prj_flows" } as const;
const all = { type: "project", id: "*" } as const;
const organization = { type: "organization", id: "*" } as const;

test("a choice replaces the one before it, and none takes it away", () => {
  const written = withStep(withStep([], flows, "read"), flows, "write");
  expect(written).toEqual([
    { resourceType: "project", resourceId: "prj_flows", permissions: ["read", "write"] },
  ]);
  expect(ownStep(written, flows)).toBe("write");
  expect(withStep(written, flows, "none")).toEqual([]);
});

test("all of a type swallows what it covers and leaves what goes further", () => {
  const two = withStep(withStep([], flows, "admin"), { ...flows, id: "prj_git" }, "read");
  const wide = withStep(two, all, "write");
  expect(wide.map(({ resourceId }) => resourceId)).toEqual(["prj_flows", "*"]);
  expect(givenByAll(wide, flows)).toBe("write");
  expect(givenByAll(wide, { type: "server", id: "srv_local" })).toBe("none");
  expect(withStep(wide, organization, "admin")).toHaveLength(1);
  expect(givenByAll(withStep([], organization, "read"), all)).toBe("read");
});

test("the value is never changed in place", () => {
  const before: GivenGrant[] = [{ resourceType: "project", resourceId: "*", permissions: ["read", "write"] }];
  const copy = structuredClone(before);
  expect(readingOnly(withStep(before, flows, "admin"))).toHaveLength(2);
  expect(before).toEqual(copy);
  expect(readingOnly(before)).toEqual([{ resourceType: "project", resourceId: "*", permissions: ["read"] }]);
});
