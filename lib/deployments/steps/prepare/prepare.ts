import {
  isPostReady,
  isRun,
  type NamedStep,
  namedSteps,
  stepsInOrder,
  stepTitle,
} from "@/lib/app-definition/prepare/order";
import type { Service } from "@/lib/app-definition/schema";
import type { FrozenRun } from "../../run/context";
import { leftOut } from "./apply-capture";
import { succeededOnce } from "./keep";
import { type Moments, runStep, tellStep } from "./run-step";

/** The prepare steps of one deployment, and which of them are behind it. */
export type Preparation = Awaited<ReturnType<typeof openPreparation>>;

/** What a service's steps wait for: its start, its health, and the steps of the services it depends on. */
type ServiceMoments = Moments & { started: Promise<unknown>; earlier(): Promise<unknown> };

/**
 * The prepare steps of a deployment. What has succeeded once stays behind, whatever worker goes on; the others run
 * again after an interruption of the server, and only once through an outage of the engine.
 */
export async function openPreparation(run: FrozenRun) {
  const { definition } = run.snapshot;
  const steps = stepsInOrder(definition);
  const before = await succeededOnce(run);
  const over = new Set(steps.filter(({ once, id }) => once && before.has(id)).map(({ id }) => id));
  const behind = new Set(over);
  const neverRun = namedSteps(definition).filter((step) => !isRun(step));
  for (const step of neverRun) {
    run.log.say(`${stepTitle(step)} of ${step.service} is not run: steps of the phase pre-deploy never are.`);
  }

  async function runAll(group: FrozenRun, own: NamedStep[], moments: ServiceMoments) {
    for (const step of own) {
      group.signal.throwIfAborted();
      group.progress.begin("prepare");
      await runStep(group, step, moments);
      behind.add(step.id);
    }
  }

  return {
    /** Shows every step before any has begun. */
    announce(): void {
      for (const step of neverRun) {
        tellStep(run, step, "skipped", "Not run: steps of the phase pre-deploy never are");
      }
      for (const step of steps) {
        if (over.has(step.id)) tellStep(run, step, "skipped", "Done by an earlier deployment");
        else if (!behind.has(step.id)) tellStep(run, step, "waiting", waitsFor(step));
      }
    },

    /** The services whose steps capture what this one, which starts after them, is given: it starts with it. */
    sourcesOf({ name }: Service): string[] {
      if (!run.snapshot.derived?.some(({ service }) => service === name)) return [];
      const needed = dependenciesOf(name, definition.services);
      const capturing = steps.filter(
        ({ id, persistAs, service }) => persistAs && needed.has(service) && !over.has(id),
      );
      return [...new Set(capturing.map(({ service }) => service))];
    },

    /** Runs the steps of one service, one after the other. @throws Failure of one that must succeed, EngineError */
    async run(group: FrozenRun, { name }: Service, moments: ServiceMoments): Promise<void> {
      const own = steps.filter(({ service, id }) => service === name && !behind.has(id));
      await moments.started;
      await runAll(
        group,
        own.filter((step) => !isPostReady(step)),
        moments,
      );
      await Promise.all([moments.works, moments.earlier()]);
      await runAll(group, own.filter(isPostReady), moments);
    },

    /** Ends the step, and tells what nothing was captured for. */
    end(): void {
      for (const { service, key } of leftOut(run)) {
        run.log.say(`${key} of ${service} is left out: what it names was not captured`, "warn");
      }
      const count = steps.length - over.size;
      const nothing = over.size > 0 ? "Done by an earlier deployment" : "Nothing to prepare";
      if (count === 0) run.progress.end("prepare", "skipped", nothing);
      else run.progress.end("prepare", "done", count === 1 ? "1 step" : `${count} steps`);
    },
  };
}

function waitsFor(step: NamedStep): string {
  return `waits until ${step.service} ${isPostReady(step) ? "is healthy" : "has started"}`;
}

/** Everything that a service depends on, directly or through others. */
function dependenciesOf(name: string, services: readonly Service[]): Set<string> {
  const found = new Set<string>();
  const visit = (at: string) => {
    for (const next of services.find((service) => service.name === at)?.dependsOn ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(name);
  return found;
}
