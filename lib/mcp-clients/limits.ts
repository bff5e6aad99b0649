import { and, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { members } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { checkGrants } from "@/lib/grants";
import type { Limits } from "./schema";
import type { mcpBindings } from "./table";

const NOTHING = "Choose at least one thing that it may reach, or let it reach everything you may.";

type Kept = Pick<typeof mcpBindings.$inferInsert, "organizationId" | "readOnly" | "propose" | "grants">;

/**
 * What a person lets a client do, as the table keeps it: in an organization of theirs, and nothing that they may not do
 * themselves.
 * @throws Refusal VALIDATION_ERROR naming the field, EMPTY_GRANTS, GRANT_EXCEEDS_ACCESS
 */
export async function checkLimits(person: Caller, { grants, ...limits }: Limits): Promise<Kept> {
  const { organizationId } = limits;
  const [membership] = await db()
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.userId, person.userId), eq(members.organizationId, organizationId)));
  if (!membership) {
    const issues = [{ path: "organizationId", message: "Choose an organization that you belong to." }];
    throw new Refusal("VALIDATION_ERROR", { issues });
  }
  if (grants?.length === 0) throw new Refusal("EMPTY_GRANTS", { message: NOTHING });
  return { ...limits, grants: grants && (await checkGrants(person, grants, organizationId)) };
}
