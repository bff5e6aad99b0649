import { eq, getTableColumns } from "drizzle-orm";
import type { Resource } from "@/lib/access/authorize";
import { imageInWords } from "@/lib/app-definition/build-file";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import { dataOf } from "./data/stored";
import type { Deployment, DeploymentRow } from "./schema";
import { servingDeployment } from "./serving";
import { deployments } from "./table";

const { snapshot: _frozen, steps: _steps, ...short } = getTableColumns(deployments);
const around = { projectName: projects.name, definition: projects.definition, personName: users.name };

/** Deployments with the names that lists show; the snapshot, which may be large, is left out. */
export function selectRows() {
  return db()
    .select({ ...short, ...around })
    .from(deployments)
    .innerJoin(projects, eq(projects.id, deployments.projectId))
    .leftJoin(users, eq(users.id, deployments.createdBy))
    .$dynamic();
}

type ShortRecord = Awaited<ReturnType<typeof selectRows>>[number];

/** A deployment as lists show it. */
export function toRow(record: ShortRecord): DeploymentRow {
  return {
    id: record.id,
    number: record.number,
    projectId: record.projectId,
    projectName: record.projectName,
    appName: record.definition.name,
    logo: record.definition.logo,
    trigger: record.trigger,
    state: record.state,
    reason: record.reason,
    createdBy: record.personName ?? "Someone who is gone",
    through: record.through,
    createdAt: record.createdAt.toISOString(),
    startedAt: record.startedAt?.toISOString() ?? null,
    finishedAt: record.finishedAt?.toISOString() ?? null,
  };
}

/** A deployment whole, as its page shows it; undefined when there is none. */
export async function readDeployment(id: string): Promise<Deployment | undefined> {
  const [found] = await db()
    .select({ ...getTableColumns(deployments), ...around })
    .from(deployments)
    .innerJoin(projects, eq(projects.id, deployments.projectId))
    .leftJoin(users, eq(users.id, deployments.createdBy))
    .where(eq(deployments.id, id));
  if (!found) return undefined;
  const { services } = found.snapshot?.definition ?? found.definition;
  return {
    ...toRow(found),
    steps: found.steps,
    advice: found.advice,
    failedService: found.failedService,
    services: services.map((service) => ({
      name: service.name,
      image: imageInWords(service),
      digest: found.snapshot?.images[service.name]?.digest ?? null,
    })),
    cancelRequested: found.cancelRequested,
    wayBack: await wayBackTo(found),
  };
}

async function wayBackTo({
  id,
  projectId,
  state,
}: Pick<ShortRecord, "id" | "projectId" | "state">): Promise<Deployment["wayBack"]> {
  if (state !== "ready" || (await servingDeployment(projectId))?.id === id) return null;
  const copies = await dataOf(id);
  const takenAt = copies.map((copy) => copy.takenAt?.toISOString() ?? "").sort()[0];
  if (takenAt === undefined) return { data: null };
  return { data: { takenAt, volumes: copies.map(({ volume, sizeBytes }) => ({ name: volume, sizeBytes })) } };
}

/** The resource behind a deployment's id, its project, for `on:`; undefined when there is none. */
export async function onDeployment({
  deploymentId,
}: {
  deploymentId: string;
}): Promise<Resource | undefined> {
  const [found] = await db()
    .select({ id: deployments.projectId, organizationId: deployments.organizationId })
    .from(deployments)
    .where(eq(deployments.id, deploymentId));
  return found && { type: "project", ...found };
}
