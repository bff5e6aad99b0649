import { eq } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { refuse } from "../refuse";
import { organizations } from "../table";
import { addMember } from "./members";

type On = Database | Transaction;

/** Makes the organization that a person begins with, and owns. @returns its id */
export async function createFirstOrganization(on: On, user: { id: string; name: string }): Promise<string> {
  return on.transaction(async (tx) => {
    const id = newId("org");
    await tx.insert(organizations).values({ id, name: `${user.name}'s harbour`, slug: id.replace("_", "-") });
    await addMember(tx, { organizationId: id, userId: user.id, role: "owner" });
    return id;
  });
}

const FOREIGN_KEY_VIOLATION = "23503";

/** Deletes an organization that nothing belongs to any more. @throws APIError ORGANIZATION_IN_USE */
export async function removeOrganization(on: On, organizationId: string): Promise<void> {
  try {
    await on.delete(organizations).where(eq(organizations.id, organizationId));
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    throw code === FOREIGN_KEY_VIOLATION ? refuse("ORGANIZATION_IN_USE") : error;
  }
}
