import { eq } from "drizzle-orm";
import { afterEach } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { AppDefinition, type AppDefinitionInput } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import type { Exposure } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { writeVariables } from "@/lib/projects/variables/stored";
import { linesAfter } from "./log/lines";
import { isFinal } from "./machine";
import { askedBy, queueDeployment } from "./queue";
import { readDeployment } from "./row";
import type { Deployment, LogLine, Trigger } from "./schema";
import { type DeploymentWorker, openWorker, type WorkerOptions } from "./worker";

type GivenServices = NonNullable<AppDefinitionInput["services"]>;

/** A project made of these services, stored as an installation stores it. Secrets by service and key. */
export async function givenProject(
  owner: Caller,
  services: GivenServices,
  more: {
    exposures?: Exposure[];
    secrets?: Record<string, Record<string, string>>;
    definition?: Partial<AppDefinitionInput>;
  } = {},
) {
  const slug = newId("t").replace("_", "-").slice(0, 12);
  const definition = AppDefinition.parse({
    id: slug,
    name: "Given app",
    description: "An app of a test.",
    kind: "template",
    logo: "given",
    category: "other",
    ...more.definition,
    services,
  } satisfies AppDefinitionInput);
  const [project] = await db()
    .insert(projects)
    .values({
      organizationId: owner.organizationId,
      name: slug,
      slug,
      appId: slug,
      definition,
      exposures: more.exposures ?? [],
      createdBy: owner.userId,
    })
    .returning();
  if (!project) throw new Error("The project was not stored.");
  await db().transaction((tx) =>
    writeVariables(tx, project.id, [...plainVariables(definition), ...secretVariables(more.secrets ?? {})]),
  );
  return project;
}

function plainVariables({ services }: AppDefinition) {
  return services.flatMap((service) =>
    Object.entries(service.environment).map(([key, text]) => ({
      service: service.name,
      key,
      text,
      secret: false,
      source: "definition" as const,
    })),
  );
}

function secretVariables(secrets: Record<string, Record<string, string>>) {
  return Object.entries(secrets).flatMap(([service, variables]) =>
    Object.entries(variables).map(([key, text]) => ({
      service,
      key,
      text,
      secret: true,
      source: "generated" as const,
    })),
  );
}

/** Queues a deployment of a project. @returns its id */
export async function givenQueued(
  owner: Caller,
  projectId: string,
  trigger: Trigger = "install",
): Promise<string> {
  const order = { projectId, organizationId: owner.organizationId, trigger, ...askedBy(owner) };
  return (await db().transaction((tx) => queueDeployment(tx, order))).id;
}

/** Time limits that suit a test: what takes minutes in the field takes a second. */
export const SHORT = {
  healthPollMs: 50,
  settleMs: 200,
  healthAtLeastMs: 1_500,
  healthExtraMs: 0,
  pullStallMs: 1_000,
  engineAwayMs: 2_000,
  prepareMs: 1_000,
  readinessTestMs: 500,
  readinessMs: 1_500,
  routesMs: 1_000,
  watchMs: 300,
  graceMs: 1_000,
};

/** Workers that stop after each test of the file. Call it at top level. */
export function givenWorkers(): (options: WorkerOptions) => Promise<DeploymentWorker> {
  const open: DeploymentWorker[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((worker) => worker.stop()));
  });
  return async (options) => {
    const worker = await openWorker({ ...options, limits: { ...SHORT, ...options.limits } });
    open.push(worker);
    return worker;
  };
}

/** The deployment once `is` holds for it, looked at often. @throws after `withinMs` */
export async function untilDeployment(
  id: string,
  is: (deployment: Deployment) => boolean,
  withinMs = 15_000,
): Promise<Deployment> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const found = await readDeployment(id);
    if (found && is(found)) return found;
    if (Date.now() > giveUpAt) throw new Error(`Still ${JSON.stringify(found, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export const untilEnded = (id: string, withinMs?: number) =>
  untilDeployment(id, ({ state }) => isFinal(state), withinMs);

export async function logOf(id: string): Promise<LogLine[]> {
  return await linesAfter(id, 0, 100_000);
}

export async function textsOf(id: string): Promise<string[]> {
  return (await logOf(id)).map(({ text }) => text);
}

/** A project's row as it is now. */
export async function projectNow(id: string) {
  const [found] = await db().select().from(projects).where(eq(projects.id, id));
  return found;
}

/** Gives every service of the project another image. */
export async function changeImage(projectId: string, image: string): Promise<void> {
  const project = await projectNow(projectId);
  if (!project) throw new Error("The project is gone.");
  const services = project.definition.services.map((service) => ({ ...service, image }));
  const definition = { ...project.definition, services };
  await db().update(projects).set({ definition }).where(eq(projects.id, projectId));
}
