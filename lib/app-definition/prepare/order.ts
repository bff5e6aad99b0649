import { inLocale } from "../format/localized";
import type { PrepareStep } from "../format/operations";
import { shortened } from "../quote";
import { startOrder } from "../start-order";

/** A step with the name it is remembered by. */
export type NamedStep = PrepareStep & { id: string };

type Steps = { prepare: readonly PrepareStep[] };
type Ordered = Steps & { services: readonly { name: string; dependsOn?: readonly string[] }[] };

/**
 * Every step with its id: the service and the name of what is captured, so that steps may be moved about in the
 * list. A step that shares both with an earlier one is counted.
 */
export function namedSteps({ prepare }: Steps): NamedStep[] {
  const seen = new Map<string, number>();
  return prepare.map((step) => {
    const id = `${step.service}/${step.capture}`;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { ...step, id: count === 1 ? id : `${id}#${count}` };
  });
}

/** Whether a step is ever run: the phase before a deployment is understood, and nothing happens in it. */
export function isRun({ phase }: Pick<PrepareStep, "phase">): boolean {
  return phase !== "pre-deploy";
}

/**
 * The steps that run, in order: services as they start, and of each service first those that follow its start, then
 * those that follow its health, both as they are written.
 */
export function stepsInOrder(definition: Ordered): NamedStep[] {
  const steps = namedSteps(definition).filter(isRun);
  return startOrder(definition.services)
    .flat()
    .flatMap(({ name }) => {
      const own = steps.filter(({ service }) => service === name);
      return [...own.filter((step) => !isPostReady(step)), ...own.filter(isPostReady)];
    });
}

/** Whether a step waits until its service is healthy; otherwise it follows the start. */
export function isPostReady({ phase }: Pick<PrepareStep, "phase">): boolean {
  return phase === "post-ready";
}

/** What people read a step by: its own title, else what it captures, on one line. */
export function stepTitle({ title, capture }: Pick<PrepareStep, "title" | "capture">): string {
  return shortened((title && inLocale(title).trim()) || capture);
}
