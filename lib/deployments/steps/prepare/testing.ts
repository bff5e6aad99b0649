import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import type { ExecResult } from "@/lib/engine/engine";
import type { ImageScript } from "@/lib/engine/memory/image-script";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { LABELS } from "@/lib/servers";
import { givenProject, givenQueued, type givenWorkers, untilEnded } from "../../testing";

export type Steps = NonNullable<AppDefinitionInput["prepare"]>;
export type Services = NonNullable<AppDefinitionInput["services"]>;
export type Answer = Partial<ExecResult> | Promise<ExecResult>;
type Shell = (line: string, env: Readonly<Record<string, string>>) => Answer | undefined;

/** A container with a shell that answers lines like this, and says nothing to others. */
export function shell(answer: Shell, more: ImageScript = {}): ImageScript {
  const done = (result: Partial<ExecResult> = {}) => ({ exitCode: 0, stdout: "", stderr: "", ...result });
  return {
    ...more,
    exec([program, flag, line = ""], env) {
      if (program !== "sh" || flag !== "-c") return undefined;
      const given = answer(line, env);
      return given instanceof Promise ? given : done(given);
    },
  };
}

/** What makes a project with steps. @param givenWorker the file's own, which ends its workers after each test */
export function preparing(givenWorker: ReturnType<typeof givenWorkers>) {
  return given;

  /** A project with these steps, a worker and an engine that counts what it makes. */
  async function given(
    images: Record<string, ImageScript>,
    services: Services,
    prepare: Steps,
    more: { definition?: Partial<AppDefinitionInput>; secrets?: Record<string, Record<string, string>> } = {},
  ) {
    const engine = createMemoryEngine(images);
    const created: string[] = [];
    const create = engine.createContainer.bind(engine);
    engine.createContainer = (spec) => {
      created.push(spec.labels[LABELS.service] ?? "");
      return create(spec);
    };
    const owner = await givenOwner();
    const project = await givenProject(owner, services, {
      secrets: more.secrets,
      definition: { ...more.definition, prepare },
    });
    const deploy = async () => untilEnded(await givenQueued(owner, project.id));
    const printed = async (service: string, key: string) => {
      const containers = await engine.listContainers({
        [LABELS.project]: project.id,
        [LABELS.service]: service,
      });
      const result = await engine.exec(containers[0]?.id ?? "", ["printenv", key], { timeoutMs: 500 });
      return result.exitCode === 0 ? result.stdout.slice(0, -1) : undefined;
    };
    const fileOf = async (service: string, path: string) => {
      const [found] = await engine.listContainers({
        [LABELS.project]: project.id,
        [LABELS.service]: service,
      });
      const result = await engine.exec(found?.id ?? "", ["cat", path], { timeoutMs: 500 });
      return result.exitCode === 0 ? result.stdout : undefined;
    };
    const start = () => givenWorker({ engine: async () => engine, limits: { prepareMs: 300 } });
    return { engine, owner, project, created, deploy, printed, fileOf, start };
  }
}

// Healthy at once: a service without a test would take its settling time in each deployment.
export const healthcheck = { test: ["CMD", "healthy"] };
export const WEB = { name: "web", image: "web:1", healthcheck };
export const itemsOf = ({ steps }: Awaited<ReturnType<typeof untilEnded>>) =>
  steps.find(({ name }) => name === "prepare")?.items?.map(({ name, state }) => [name, state]);
export const stateOf = ({ steps }: Awaited<ReturnType<typeof untilEnded>>) =>
  steps.find(({ name }) => name === "prepare")?.state;
