import autocannon from "autocannon";
import { eq, sql } from "drizzle-orm";
import type { Level } from "@/lib/access/permissions";
import { callerOf } from "@/lib/auth/caller-of";
import { members } from "@/lib/auth/table";
import { closeDatabase, db, openDatabase } from "@/lib/db/client";
import { newToken } from "@/lib/tokens/secret";
import { accessTokens } from "@/lib/tokens/table";

/** What it costs to find out who asks, by a token against a session, in a small house and in a full one. */

const DURATION_S = 4;
const CHECKS = 1_000;
const MANY = { projects: 10_000, grants: 100_000 };
const SCOPED = 1_000;

type Secrets = Record<"cookie" | "full" | "scoped", Record<string, string>>;

/**
 * @param databaseUrl the server's own database, which is filled up
 * @param cookie the session of its owner
 * @returns for each credential the check by itself, timed in this process against the same database, and
 * the newest 25 of `GET /api/projects` under load, before and after the house was filled
 */
export async function measureTokens(url: string, databaseUrl: string, cookie: string) {
  await openDatabase(databaseUrl);
  try {
    const secrets = await giveSecrets(cookie);
    const small = await measure(url, secrets);
    await fillUp();
    return { small, full: { ...MANY, ...(await measure(url, secrets)) } };
  } finally {
    await closeDatabase();
  }
}

async function measure(url: string, secrets: Secrets) {
  const figures: Record<string, unknown> = {};
  for (const [name, headers] of Object.entries(secrets)) {
    figures[name] = {
      checkP50Ms: await timeCheck(headers),
      ...(await load(`${url}/api/projects?limit=25`, headers)),
    };
  }
  return figures as Record<keyof Secrets, { checkP50Ms: number; p50Ms: number; requestsPerSecond: number }>;
}

/** Who asks, found out over and over: the query, its rows and cutting the grants down, without HTTP. */
async function timeCheck(headers: Record<string, string>): Promise<number> {
  const asked = new Headers(headers);
  const times: number[] = [];
  for (let count = 0; count < CHECKS; count++) {
    const began = performance.now();
    await callerOf(asked);
    times.push(performance.now() - began);
  }
  return Math.round((times.sort((a, b) => a - b)[CHECKS / 2] ?? 0) * 1000) / 1000;
}

async function load(url: string, headers: Record<string, string>) {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: 10,
    duration: DURATION_S,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors under load`);
  return { requestsPerSecond: Math.round(requests.average), p50Ms: latency.p50, p99Ms: latency.p99 };
}

/** A full token of the owner, and one with a thousand grants, of which a few name what there is. */
async function giveSecrets(cookie: string): Promise<Secrets> {
  const [owner] = await db().select().from(members).limit(1);
  if (!owner) throw new Error("there is no owner");
  const { organizationId, userId } = owner;
  const known = await db().execute<{ id: string }>(
    sql`SELECT id FROM projects WHERE organization_id = ${organizationId}`,
  );
  const permission: Level = "read";
  const grants = Array.from({ length: SCOPED }, (_, number) => ({
    resourceType: "project" as const,
    resourceId: known[number]?.id ?? `prj_${String(number).padStart(20, "0")}`,
    permission,
  }));
  const bearer = async (narrowing: typeof grants | null) => {
    const { token, hash, prefix } = newToken();
    await db()
      .insert(accessTokens)
      .values({ hash, prefix, name: "bench", organizationId, userId, grants: narrowing });
    return { authorization: `Bearer ${token}` };
  };
  return { cookie: { cookie }, full: await bearer(null), scoped: await bearer(grants) };
}

/** Ten thousand projects of the organization, and a hundred people who hold a thousand grants each. */
async function fillUp(): Promise<void> {
  const [owner] = await db().select().from(members).where(eq(members.role, "owner")).limit(1);
  const organizationId = owner?.organizationId;
  await db().transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO projects (id, organization_id, name, slug, app_id, definition, exposures, created_by)
      SELECT 'prj_' || lpad(n::text, 20, '0'), organization_id, 'Many ' || n, 'many-' || n, app_id, definition, exposures, created_by
      FROM (SELECT * FROM projects WHERE organization_id = ${organizationId} LIMIT 1) one, generate_series(1, ${MANY.projects}) n`);
    await tx.execute(sql`
      INSERT INTO users (id, name, email) SELECT 'usr_many' || n, 'Many', 'many' || n || '@example.org'
      FROM generate_series(1, 100) n`);
    await tx.execute(sql`
      INSERT INTO members (id, organization_id, user_id, role) SELECT 'mem_many' || n, ${organizationId}, 'usr_many' || n, 'restricted'
      FROM generate_series(1, 100) n`);
    await tx.execute(sql`
      INSERT INTO grants (id, organization_id, user_id, resource_type, resource_id, permission)
      SELECT 'grt_' || person || '_' || n, ${organizationId}, 'usr_many' || person, 'project',
        'prj_' || lpad(((person * 97 + n * 7) % ${MANY.projects} + 1)::text, 20, '0') , 'write'
      FROM generate_series(1, 100) person, generate_series(1, ${MANY.grants / 100}) n ON CONFLICT DO NOTHING`);
  });
  await db().execute(sql`ANALYZE`);
}
