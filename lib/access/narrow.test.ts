import fc from "fast-check";
import { expect, test } from "vitest";
import { narrow } from "./narrow";
import { allows, type Grant, LEVELS, RESOURCE_TYPES } from "./permissions";

const anyGrant = fc.record({
  organizationId: fc.constantFrom("org_1", "org_2"),
  resourceType: fc.constantFrom(...RESOURCE_TYPES),
  resourceId: fc.constantFrom("*", "a", "b"),
  permission: fc.constantFrom(...LEVELS),
});
const anyGrants = fc.array(anyGrant, { maxLength: 6 });

test("a narrowed credential may do exactly what both it and its person may do in its organization", () => {
  fc.assert(
    fc.property(anyGrants, anyGrants, (held, given) => {
      const grants = narrow(held, "org_1", given);
      const both = given.map((grant): Grant => ({ ...grant, organizationId: "org_1" }));
      for (const organizationId of ["org_1", "org_2"]) {
        for (const type of RESOURCE_TYPES) {
          for (const id of ["*", "a", "b", "c"]) {
            for (const level of LEVELS) {
              const resource = { organizationId, type, id };
              expect(allows(grants, resource, level)).toBe(
                allows(held, resource, level) && allows(both, resource, level),
              );
            }
          }
        }
      }
    }),
  );
});

test("an empty list allows nothing, and no list allows all that the person holds there", () => {
  const held: Grant[] = [
    { organizationId: "org_1", resourceType: "organization", resourceId: "*", permission: "admin" },
    { organizationId: "org_2", resourceType: "organization", resourceId: "*", permission: "admin" },
  ];
  expect(narrow(held, "org_1", [])).toEqual([]);
  expect(narrow(held, "org_1", null)).toEqual([held[0]]);
});
