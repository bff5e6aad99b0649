import { capturedValue } from "@/lib/app-definition/prepare/captured-value";
import { isPostReady, type NamedStep, stepTitle } from "@/lib/app-definition/prepare/order";
import { inLocale } from "@/lib/app-definition/schema";
import type { FrozenRun } from "../../run/context";
import { Failure } from "../../run/failure";
import { inShell } from "./in-shell";
import { capturesSecret, keep } from "./keep";
import { lastWords, linesOf, tellOutput } from "./output";
import { awaitReadiness } from "./readiness";

/** When things about a step's service have happened, and which container it has by then. */
export type Moments = { works: Promise<void>; containerId(): string };

type Trouble = { why: string; lines: string[] };
type Outcome = { detail: string } | Trouble;

/**
 * Runs one prepare step in its service's container and keeps what it captures. One that fails is told, and only fails
 * the deployment when it must succeed.
 * @throws Failure, EngineError when the engine is away, the signal's reason
 */
export async function runStep(run: FrozenRun, step: NamedStep, moments: Moments): Promise<void> {
  const title = stepTitle(step);
  const { service } = step;
  run.log.say(`Preparing ${service}: ${title}`);
  tellStep(run, step, "running", isPostReady(step) && step.readiness ? "Waits until it is ready" : "Running");
  const outcome = await attempt(run, step, moments);
  if ("detail" in outcome) {
    tellStep(run, step, "done", outcome.detail);
    run.log.say(`${title}: ${outcome.detail}`, "ok");
    return;
  }
  const { why, lines } = outcome;
  const advisory = step.mustSucceed ? "" : ". It is not required, so the deployment goes on";
  tellStep(run, step, "failed", run.log.mask(`Failed: ${why}${advisory && "; not required"}`));
  const sentence = `The prepare step “${title}” of ${service} failed: ${why}`;
  if (!step.mustSucceed) return run.log.say(`${sentence}${advisory}.`, "warn");
  throw new Failure(`${sentence}.${lastWords(lines)}`, {
    advice: `Read what it said in the log, mend the settings of ${service} or the app's definition, then retry.`,
    service,
  });
}

async function attempt(run: FrozenRun, step: NamedStep, { works, containerId }: Moments): Promise<Outcome> {
  if (isPostReady(step) && step.readiness) {
    const wrong = await awaitReadiness(run, step.readiness, containerId());
    if (wrong) return told(run, step, wrong.why, wrong.lines);
    tellStep(run, step, "running", "Running");
  }
  const limitMs = run.limits.prepareMs;
  let result = await inShell(run, containerId(), step.command, limitMs);
  if ("why" in result && result.isDown) {
    // It fell over right after its start: once it works, there is something to run it in.
    await works;
    result = await inShell(run, containerId(), step.command, limitMs);
  }
  if ("why" in result) return told(run, step, result.why, []);
  const { exitCode, stdout, stderr } = result;
  const secret = capturesSecret(run, step);
  const failed = exitCode === 0 ? undefined : `it ended with exit code ${exitCode}`;
  const captured = step.persistAs || step.capturePattern ? capturedValue(step, stdout) : undefined;
  const why = failed ?? (captured && "wrong" in captured ? captured.wrong : undefined);
  // Which part of it is the secret, nobody can say when the value was not found.
  if (why) return told(run, step, why, secret ? linesOf(stderr) : linesOf(stdout, stderr));
  const value = captured && "value" in captured ? captured.value : undefined;
  const detail = await keep(run, step, step.persistAs ? value : undefined);
  // However short it is: the log's own mask leaves short texts alone.
  const veiled = [stdout, stderr].map((text) => (secret && value ? text.replaceAll(value, HIDDEN) : text));
  tellOutput(run, step.service, linesOf(...veiled));
  return { detail };
}

const HIDDEN = "••••••";

/** Logs what a step printed before it failed. */
function told(run: FrozenRun, { service }: NamedStep, why: string, lines: string[]): Trouble {
  tellOutput(run, service, lines);
  return { why, lines };
}

/** Shows how a step stands. */
export function tellStep(
  run: FrozenRun,
  { id, description, ...step }: NamedStep,
  state: "waiting" | "running" | "done" | "failed" | "skipped",
  detail: string,
): void {
  const words = description && inLocale(description).trim();
  const title = `${step.service}: ${stepTitle(step)}`;
  run.progress.item("prepare", { name: id, title, state, detail, ...(words && { description: words }) });
}
