import { and, eq, like, type SQL } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import type { Transaction } from "@/lib/db/client";
import { isDraft } from "@/lib/projects/draft-state";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { projects } from "@/lib/projects/table";

type Reader = Pick<Transaction, "select">;

const LONGEST_SLUG = 41;

/** What an installation will be called, and the draft that it continues, if there is one. */
export type Naming = { name: string; draft: ProjectRecord | undefined; taken: string | undefined };

/**
 * The name of an installation: the given one, else that of the draft, else the app's own, else the app's own with the
 * first free number. A draft of the same app and name is continued, and so is an installation of which no
 * deployment ever worked.
 * @param given projectId names the draft to continue, whatever its name
 * @returns `taken` is a sentence when the name belongs to another project
 * @throws Refusal NOT_FOUND when there is no such draft of this app in the organization
 */
export async function nameInstallation(
  tx: Reader,
  organizationId: string,
  app: { id: string; name: string },
  given: { name?: string; projectId?: string },
): Promise<Naming> {
  const rows = await tx
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(eq(projects.organizationId, organizationId));
  const names = new Set(rows.filter((row) => row.id !== given.projectId).map((row) => row.name));
  const free = (name: string) => numbered(name).find((candidate) => !names.has(candidate)) ?? name;
  const chosen = given.projectId
    ? await findDraft(tx, organizationId, app.id, eq(projects.id, given.projectId))
    : undefined;
  if (given.projectId && !chosen) throw new Refusal("NOT_FOUND");
  const name = given.name ?? chosen?.name ?? app.name;
  if (!names.has(name)) return { name, draft: chosen, taken: undefined };
  const draft = chosen ?? (await findDraft(tx, organizationId, app.id, eq(projects.name, name)));
  if (draft && !chosen) return { name, draft, taken: undefined };
  if (given.name === undefined) return { name: free(name), draft: undefined, taken: undefined };
  return { name, draft, taken: `A project is called “${name}” already. “${free(name)}” is free.` };
}

async function findDraft(tx: Reader, organizationId: string, appId: string, which: SQL) {
  const [project] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.appId, appId), which));
  return project && (await isDraft(tx, project.id)) ? project : undefined;
}

/**
 * A slug that no project of the instance has, nor any volume left on the engine: what an uninstalled project
 * kept must not turn up in another one.
 */
export async function freeSlug(
  tx: Reader,
  name: string,
  appId: string,
  volumes: ReadonlySet<string>,
): Promise<string> {
  const base = slugOf(name) || slugOf(appId);
  const rows = await tx
    .select({ slug: projects.slug })
    .from(projects)
    .where(like(projects.slug, `${base.slice(0, 30)}%`));
  const slugs = new Set(rows.map((row) => row.slug));
  const isFree = (slug: string) =>
    !slugs.has(slug) && ![...volumes].some((volume) => volume.startsWith(`${slug}_`));
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : `-${number}`;
    const slug = `${base.slice(0, LONGEST_SLUG - suffix.length).replace(/-+$/, "")}${suffix}`;
    if (isFree(slug)) return slug;
  }
}

/** The letters and digits of a name in ASCII, joined by dashes; "" when it has none. */
export function slugOf(name: string): string {
  const ascii = name.normalize("NFKD").toLowerCase();
  return ascii
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, "");
}

function numbered(name: string): string[] {
  return Array.from({ length: 1000 }, (_, index) => `${name} ${index + 2}`);
}
