import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { hasWorked } from "../draft-state";
import type { ProjectRecord } from "../on-project";
import { projects } from "../table";
import { withProfiles } from "./profiles";

/** Saves the profiles that an installation which never worked still lacks; what has run is never resized. */
export async function fillProfiles(tx: Transaction, project: ProjectRecord): Promise<void> {
  const resources = withProfiles(project.resources, project.definition);
  if (Object.keys(resources).length === Object.keys(project.resources).length) return;
  if (await hasWorked(project.id)) return;
  await tx.update(projects).set({ resources }).where(eq(projects.id, project.id));
}
