import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { checkChain } from "./chain/check";
import { INSTANCE_CHAIN } from "./chain/entry";
import { onLog } from "./permitted";
import { AuditOf, Verification } from "./schema";

export const verifyAudit = operation({
  id: "audit.verify",
  rest: "GET /api/audit/verify",
  summary:
    "Follow the whole log from its first row to its last, and tell every row that was altered, removed, inserted or moved.",
  permission: "organization:admin",
  on: onLog,
  input: z.object({ of: AuditOf }),
  output: Verification,
  async run({ organizationId }, { of }) {
    const checked = await checkChain(of === "instance" ? INSTANCE_CHAIN : organizationId);
    return { ...checked, intact: checked.damages.length === 0, checkedAt: new Date().toISOString() };
  },
});
