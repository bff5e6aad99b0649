import { eq } from "drizzle-orm";
import type { Engine } from "@/lib/engine/engine";
import { projects } from "@/lib/projects/table";
import { commitChange } from "../change/commit-change";
import { createLogCollector, type LogCollector } from "../log/collect-logs";
import { openLog } from "../log/log-writer";
import { build } from "../steps/build";
import { freeze } from "../steps/freeze";
import { network } from "../steps/network";
import { openPreparation } from "../steps/prepare/prepare";
import { pull } from "../steps/pull";
import { routes } from "../steps/routes";
import { stillWorks } from "../steps/still-works";
import { drainOthers, takeRoutes } from "../steps/take-routes";
import { watch } from "../steps/watch";
import { awaitBackup } from "./await-backup";
import { bringUp, mayRunBeside } from "./bring-up";
import { removeOldBuilds } from "./built-images";
import type { Run } from "./context";
import { endBadly } from "./end-badly";
import { Failure, toFailure } from "./failure";
import type { Lease } from "./lease";
import type { Limits } from "./limits";
import { engineWithin, throughOutages } from "./outage";
import { closeStaleLinks, removeOthers, snapshotOf } from "./previous";
import { openProgress, type StepName } from "./progress";
import { endingWith } from "./stopped";

export type Surroundings = {
  /** Finds the engine. @throws Refusal ENGINE_UNAVAILABLE */
  engine(): Promise<Engine>;
  installation: string;
  limits: Limits;
};

/**
 * Carries a claimed deployment to its end, from wherever an earlier worker left it: every step looks at what is there
 * before it acts. What goes wrong is told in the row and the log.
 * @returns once the row has its final state, or is not this worker's any more
 */
export async function carryOut(lease: Lease, { engine, installation, limits }: Surroundings): Promise<void> {
  const progress = openProgress(lease);
  const log = await openLog(lease);
  const run: Omit<Run, "engine"> = { lease, log, progress, limits, installation, signal: lease.working };
  let complete: Run | undefined;
  let collector: LogCollector | undefined;
  try {
    sayBeginning(lease, run);
    complete = { ...run, engine: await engineWithin(run, engine) };
    collector = createLogCollector(complete);
    if (lease.row.reason !== null) throw decidedBefore(lease);
    if (lease.row.attempts > MOST_ATTEMPTS) throw interruptedTooOften();
    await work(complete, collector);
  } catch (error) {
    await endBadly(run, complete, collector, error);
  } finally {
    await collector?.stop();
    await log.flush().catch(() => {});
    progress.close();
    log.close();
  }
}

async function work(run: Run, collector: LogCollector): Promise<void> {
  const { lease, limits } = run;
  // Once the last step is over, nothing turns back: what ran before may be gone already.
  const last = ["watch", "routes"].map((name) => lease.row.steps.find((one) => one.name === name));
  const hasArrived = ["done", "skipped"].includes(last.find(Boolean)?.state ?? "");
  if (!hasArrived) {
    await endingWith(lease.working, limits.graceMs, carryOutSteps(run, collector));
    lease.working.throwIfAborted();
  }
  await succeed(run);
}

async function carryOutSteps(before: Run, collector: LogCollector): Promise<void> {
  await awaitBackup(before);
  const run = await step(before, "freeze", "The deployment could not be prepared", () => freeze(before));
  await step(
    run,
    "pull",
    "The images could not be pulled",
    () => pull(run),
    (detail) => detail,
  );
  if (run.builds.length > 0)
    await step(
      run,
      "build",
      "The images could not be built",
      () => build(run),
      (detail) => detail,
    );
  else run.progress.end("build", "skipped", "Nothing to build");
  if (run.lease.state() === "building") await run.lease.advance("pulled", { steps: run.progress.steps });
  await step(
    run,
    "network",
    "The network could not be made",
    () => network(run),
    (detail) => detail,
  );
  run.signal.throwIfAborted();
  try {
    const preparation = await openPreparation(run);
    await throughOutages(run, run.signal, "starting services", () => bringUp(run, collector, preparation));
  } catch (error) {
    run.signal.throwIfAborted();
    throw toFailure(error, { doing: "The services could not be started" });
  }
  const answered = await step(
    run,
    "routes",
    "The addresses could not be checked",
    () => routes(run),
    (detail) => detail ?? "Nothing is published",
  );
  if (answered === undefined) run.log.say("Nothing is published on this machine");
  // Beside the old version, the new one has to stay up first, and nobody misses anything meanwhile.
  if (!(await mayRunBeside(run))) await takeRoutes(run);
  await throughOutages(run, run.signal, WORDS.health, () => stillWorks(run));
  if (run.lease.row.change) {
    await step(
      run,
      "watch",
      "The new version could not be watched",
      () => watch(run),
      (detail) => detail,
    );
  }
}

async function step<T>(
  run: Run,
  name: StepName,
  doing: string,
  act: () => Promise<T>,
  detail: (outcome: T) => string | undefined = () => undefined,
): Promise<T> {
  run.signal.throwIfAborted();
  run.progress.begin(name);
  try {
    const outcome = await throughOutages(run, run.signal, WORDS[name], act);
    run.progress.end(name, "done", detail(outcome));
    return outcome;
  } catch (error) {
    run.signal.throwIfAborted();
    run.progress.end(name, "failed");
    throw toFailure(error, { doing });
  }
}

/** `The container engine stopped answering while …` */
const WORDS: Record<StepName, string> = {
  freeze: "the plan was frozen",
  pull: "pulling images",
  build: "building images",
  network: "making the network and volumes",
  data: "copying the data",
  start: "starting services",
  health: "waiting for services to become healthy",
  prepare: "preparing services",
  routes: "checking the addresses",
  watch: "watching the new version",
};

async function succeed(run: Run): Promise<void> {
  const { lease, log, progress } = run;
  await progress.flush();
  try {
    await takeRoutes(run);
    await drainOthers(run);
    await throughOutages(run, lease.held, "removing what ran before", async () => {
      await removeOthers(run);
      await removeOldBuilds(run);
      await closeStaleLinks(run, await snapshotOf(lease.row.id));
    });
  } catch (error) {
    lease.held.throwIfAborted();
    console.error(
      `deployment ${lease.row.id}: containers of an earlier deployment could not be removed:`,
      error,
    );
    log.say(
      "Containers of an earlier deployment could not be removed. The next deployment tries again.",
      "warn",
    );
  }
  const finishedAt = new Date();
  const since = lease.row.startedAt ?? lease.row.createdAt;
  log.say(`Ready after ${((finishedAt.getTime() - since.getTime()) / 1000).toFixed(1)} s`, "ok");
  await log.flush();
  await lease.advance("succeed", { finishedAt, steps: progress.steps }, async (tx) => {
    await tx.update(projects).set({ stoppedAt: null }).where(eq(projects.id, lease.row.projectId));
    await commitChange(tx, lease.row);
  });
}

function sayBeginning({ row }: Lease, { log }: Pick<Run, "log">) {
  const isResumed = row.attempts > 1;
  log.say(
    isResumed ? "Going on with this deployment after an interruption" : `Deployment ${row.number} begins`,
  );
}

// Whatever interrupts it so often would do so for ever.
const MOST_ATTEMPTS = 10;

function interruptedTooOften(): Failure {
  return new Failure(`This deployment was interrupted ${MOST_ATTEMPTS} times.`, {
    advice: "Look at the server's log for what stops Roadstead, then retry.",
  });
}

/** An earlier worker had decided how it ends, and was interrupted while it cleared up. */
function decidedBefore({ row: { reason, advice, failedService } }: Lease): Failure {
  return new Failure(reason ?? "It failed.", {
    advice: advice ?? "Retry.",
    service: failedService ?? undefined,
  });
}
