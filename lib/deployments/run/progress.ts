import type { STEP_NAMES, Step, StepItem } from "../schema";
import type { Lease } from "./lease";

export type StepName = (typeof STEP_NAMES)[number];
export type Progress = ReturnType<typeof openProgress>;

// Three times a second is as often as people can read it.
const WRITE_EVERY_MS = 330;

/** The steps of a deployment as people watch them; written to the row a few times a second. */
export function openProgress(lease: Lease) {
  const steps: Step[] = structuredClone(lease.row.steps);
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let dirty = false;

  const now = () => new Date().toISOString();
  const find = (name: StepName) => steps.find((step) => step.name === name);

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      if (!dirty) return;
      dirty = false;
      await lease.write({ steps: structuredClone(steps) });
    });
    return writing;
  }

  function touched() {
    dirty = true;
    // A write that fails stops the lease, which ends the work; there is nobody else to tell.
    timer ??= setTimeout(() => write().catch(() => {}), WRITE_EVERY_MS);
  }

  return {
    steps,
    /** A step that an earlier worker had begun keeps its time. */
    begin(name: StepName) {
      const step = find(name);
      if (!step || step.state === "done") return;
      Object.assign(step, { state: "running", startedAt: step.startedAt ?? now(), finishedAt: null });
      touched();
    },
    end(name: StepName, state: Exclude<Step["state"], "waiting" | "running">, detail?: string) {
      const step = find(name);
      if (!step || (step.state === "done" && state === "done")) return;
      Object.assign(step, {
        state,
        startedAt: step.startedAt ?? now(),
        finishedAt: now(),
        ...(detail && { detail }),
      });
      touched();
    },
    /** Everything that has not ended takes this state. */
    endRest(state: "failed" | "cancelled") {
      for (const step of steps) {
        if (step.state === "running") Object.assign(step, { state, finishedAt: now() });
        for (const item of step.items ?? []) if (item.state === "running") item.state = "failed";
      }
      touched();
    },
    item(name: StepName, item: StepItem) {
      const step = find(name);
      if (!step) return;
      const others = step.items ?? [];
      const at = others.findIndex((other) => other.name === item.name);
      step.items = at < 0 ? [...others, item] : others.with(at, item);
      touched();
    },
    flush: write,
    close: () => clearTimeout(timer),
  };
}
