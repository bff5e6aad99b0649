import { expect, test } from "vitest";
import { authorize } from "./authorize";
import { ANONYMOUS, type Caller } from "./caller";
import type { Grant, Permission } from "./permissions";
import type { Refusal } from "./refusal";

const PROJECT = { type: "project" as const, id: "prj_1", organizationId: "org_1" };
const caller = (grants: Omit<Grant, "organizationId">[], readOnly = false): Caller => ({
  ...ANONYMOUS,
  kind: "session",
  organizationId: "org_1",
  readOnly,
  grants: grants.map((grant) => ({ organizationId: "org_1", ...grant })),
});
const outcome = (
  who: Caller,
  permission: Permission,
  resource: typeof PROJECT | undefined,
  mutates = false,
) => {
  try {
    authorize(who, permission, resource, mutates);
    return "allowed";
  } catch (error) {
    return (error as Refusal).code;
  }
};

test("what one may not read is not found, exactly like what does not exist", () => {
  expect(outcome(caller([]), "project:write", PROJECT, true)).toBe("NOT_FOUND");
  expect(outcome(caller([]), "project:write", undefined, true)).toBe("NOT_FOUND");
});

test("what one may read but not change is forbidden", () => {
  const reader = caller([{ resourceType: "project", resourceId: "prj_1", permission: "read" }]);
  expect(outcome(reader, "project:read", PROJECT)).toBe("allowed");
  expect(outcome(reader, "project:write", PROJECT, true)).toBe("FORBIDDEN");
});

test("admin includes write includes read, and a grant on the organization covers all of it", () => {
  const admin = caller([{ resourceType: "organization", resourceId: "*", permission: "admin" }]);
  for (const permission of ["project:read", "project:write", "project:admin"] as const) {
    expect(outcome(admin, permission, PROJECT, true)).toBe("allowed");
  }
  expect(outcome(admin, "project:read", { ...PROJECT, organizationId: "org_2" })).toBe("NOT_FOUND");
});

test("a grant on one project is none on another", () => {
  const narrow = caller([{ resourceType: "project", resourceId: "prj_2", permission: "admin" }]);
  expect(outcome(narrow, "project:read", PROJECT)).toBe("NOT_FOUND");
  expect(outcome(narrow, "project:create", undefined, true)).toBe("FORBIDDEN");
});

test("a read-only credential changes nothing, whatever it is granted", () => {
  const admin = caller([{ resourceType: "organization", resourceId: "*", permission: "admin" }], true);
  expect(outcome(admin, "project:read", PROJECT)).toBe("allowed");
  expect(outcome(admin, "project:write", PROJECT, true)).toBe("TOKEN_READ_ONLY");
});

test("a client that may only propose reads, and changes nothing itself", () => {
  const admin = caller([{ resourceType: "organization", resourceId: "*", permission: "admin" }]);
  const proposing = { ...admin, propose: true };
  expect(outcome(proposing, "project:write", PROJECT)).toBe("allowed");
  expect(outcome(proposing, "project:write", PROJECT, true)).toBe("PROPOSAL_NEEDED");
  expect(outcome(proposing, "member", undefined, true)).toBe("PROPOSAL_NEEDED");
});

test("nobody is only let into what is public", () => {
  expect(outcome(ANONYMOUS, "public", undefined)).toBe("allowed");
  expect(outcome(ANONYMOUS, "member", undefined)).toBe("UNAUTHORIZED");
});
