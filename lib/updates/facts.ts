import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { registryCredentials } from "@/lib/registry/table";
import type { Facts } from "./compare/compare";
import { imageKey, type UpstreamImage, upstreamImage } from "./compare/image-key";
import type { UpstreamDefinition } from "./compare/next-definition";
import type { RunningProject } from "./running-projects";
import { upstreamImages } from "./table";

export type FactRow = typeof upstreamImages.$inferSelect;
export type NewFact = Omit<typeof upstreamImages.$inferInsert, "id">;

const KEEP_DAYS = 30;

/** The images that comparing a project asks about: those that run, and those that its app would run. */
export function imagesOf(
  { running }: Pick<RunningProject, "running">,
  upstream: UpstreamDefinition | undefined,
): UpstreamImage[] {
  const services = [...(running?.definition.services ?? []), ...(upstream?.definition.services ?? [])];
  return services.flatMap(({ image }) => upstreamImage(image) ?? []);
}

/** What is known of images in one organization: read with its own sign-in where it has one, else what all may read. */
export async function readFacts(organizationId: string, images: readonly UpstreamImage[]): Promise<Facts> {
  const rows = await readRows(organizationId, images);
  return new Map([...rows].map(([key, row]) => [key, row]));
}

/** The same as rows, with what only scans need. */
export async function readRows(
  organizationId: string,
  images: readonly UpstreamImage[],
): Promise<Map<string, FactRow>> {
  const repositories = [...new Set(images.map(({ registry, repository }) => `${registry}/${repository}`))];
  if (repositories.length === 0) return new Map();
  const credentials = await db()
    .select({ id: registryCredentials.id, host: registryCredentials.host })
    .from(registryCredentials)
    .where(eq(registryCredentials.organizationId, organizationId));
  const ids = credentials.map(({ id }) => id);
  const rows = await db()
    .select()
    .from(upstreamImages)
    .where(
      and(
        inArray(upstreamImages.repository, repositories),
        or(isNull(upstreamImages.credentialId), inArray(upstreamImages.credentialId, ids)),
      ),
    );
  const credentialFor = (registry: string) => credentials.find(({ host }) => host === registry)?.id ?? null;
  const asked = new Map(images.map((image) => [imageKey(image), credentialFor(image.registry)]));
  return new Map(
    rows.flatMap((row): [string, FactRow][] => {
      const key = `${row.repository}:${row.tag}`;
      return asked.get(key) === row.credentialId ? [[key, row]] : [];
    }),
  );
}

/** Writes down what a registry said of one image; the last word counts. */
export async function writeFact(fact: NewFact): Promise<void> {
  const { credentialId: _credential, repository: _repository, tag: _tag, ...told } = fact;
  const { credentialId, repository, tag } = upstreamImages;
  await db()
    .insert(upstreamImages)
    .values(fact)
    .onConflictDoUpdate({ target: [credentialId, repository, tag], set: told });
}

/** Forgets what nobody has asked about for a month. */
export async function forgetOldFacts(): Promise<void> {
  await db()
    .delete(upstreamImages)
    .where(lt(upstreamImages.checkedAt, sql`now() - make_interval(days => ${KEEP_DAYS})`));
}
