import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { type Issue, Refusal } from "@/lib/access/refusal";
import { displayVersion } from "@/lib/app-definition/images";
import { installApp, planInstall } from "@/lib/apps";
import { installableApp } from "@/lib/apps/installable";
import { cancelDeployment, deployProject, rollBackDeployment, showDeployment } from "@/lib/deployments";
import type { Operation } from "@/lib/operation/define";
import {
  changeResources,
  changeSettings,
  planChange,
  repairProject,
  restartProject,
  startProject,
  stopProject,
} from "@/lib/projects";
import { projectRecord } from "@/lib/projects/on-project";
import type { Proposal as Change } from "@/lib/projects/plan/schema";
import { applyUpdate, scanUpdates } from "@/lib/updates";
import { proposedUpdate } from "@/lib/updates/proposed-update";
import { appFingerprint, projectFingerprint } from "./fingerprint";
import type { ProposedPlan } from "./schema";

/** A verb thought through for the one who is to decide on it. */
export type Thought = {
  /** One sentence without its full stop, such as `Stop Log book`. */
  summary: string;
  plan: ProposedPlan;
  /** What it is about, as it is now. */
  fingerprint: string | null;
};

type Think<I> = (caller: Caller, input: I) => Promise<Thought>;
export type Proposable = { verb: Operation; think: Think<never> };

/** Every verb that an agent may propose. The input is what the verb's own shape makes of what was sent. */
export const PROPOSABLE: readonly Proposable[] = [
  proposable(installApp, async (caller, input) => {
    const plan = await planInstall(caller, input);
    const definition = await installableApp(caller, input.appId);
    return {
      summary: `${input.deploy === false ? "Prepare a draft of" : "Install"} ${definition.name} as “${plan.name}”`,
      plan: { kind: "install", appName: definition.name, plan },
      fingerprint: await appFingerprint(definition, plan.draftId),
    };
  }),
  proposable(changeSettings, async (caller, { projectId, settings }) => {
    const keys = Object.values(settings).flatMap((fields) => Object.keys(fields));
    return await changed(caller, projectId, (name) => `Change ${keys.join(", ")} of ${name}`, { settings });
  }),
  proposable(changeResources, async (caller, { projectId, resources }) => {
    const services = Object.keys(resources).join(", ");
    return await changed(caller, projectId, (name) => `Change the limits of ${services} in ${name}`, {
      resources,
    });
  }),
  proposable(deployProject, (caller, { projectId }) =>
    changed(caller, projectId, (name) => `Deploy ${name}`),
  ),
  proposable(stopProject, (_caller, { projectId }) =>
    run(
      projectId,
      (name) => `Stop ${name}`,
      "Its containers stop, and stay stopped until somebody starts them.",
    ),
  ),
  proposable(startProject, (_caller, { projectId }) =>
    run(projectId, (name) => `Start ${name}`, "Its containers start again, in their order."),
  ),
  proposable(restartProject, (_caller, { projectId }) =>
    run(
      projectId,
      (name) => `Restart ${name}`,
      "Its containers stop and start again. It does not answer meanwhile.",
    ),
  ),
  proposable(rollBackDeployment, async (caller, { deploymentId, restoreData }) => {
    const { number, projectName, projectId } = await showDeployment(caller, { deploymentId });
    const reason = restoreData
      ? "Its images, variables and files become what they were then, and its data too: what was stored since is lost."
      : "Its images, variables and files become what they were then. Its data stays as it is now.";
    return {
      summary: `Roll ${projectName} back to deployment ${number}`,
      plan: { kind: "none", reason },
      fingerprint: await projectFingerprint(projectId),
    };
  }),
  proposable(cancelDeployment, async (caller, { deploymentId }) => {
    const { number, projectName } = await showDeployment(caller, { deploymentId });
    const reason = "What it has made is taken back, and the version before goes on.";
    return {
      summary: `Cancel deployment ${number} of ${projectName}`,
      plan: { kind: "none", reason },
      fingerprint: null,
    };
  }),
  proposable(applyUpdate, async (_caller, { projectId }) => {
    const { target, comparison } = (await proposedUpdate(projectId)) ?? {};
    if (!target) throw new Refusal("NOTHING_TO_UPDATE", { message: comparison?.reason ?? comparison?.note });
    const { name, definition } = await projectRecord(projectId);
    const [from, to] = [displayVersion(definition), displayVersion(target.definition)];
    const reason = `The newest publication that is known is deployed${from === to ? "" : `, ${to} in place of ${from}`}. When it does not work, the project and its data become what they were.`;
    return {
      summary: from === to ? `Update ${name}` : `Update ${name} from ${from} to ${to}`,
      plan: { kind: "none", reason },
      fingerprint: await appFingerprint(target.definition, projectId),
    };
  }),
  proposable(repairProject, (_caller, { projectId }) =>
    run(
      projectId,
      (name) => `Repair ${name}`,
      "What was changed by hand on the engine is put back to what the running version says.",
    ),
  ),
  proposable(scanUpdates, async () => ({
    summary: "Check for updates",
    plan: { kind: "none", reason: "Registries and the catalog are asked what is newer. Nothing is pulled." },
    fingerprint: null,
  })),
];

/** What stands in the way of a plan, as the verb itself would refuse it. */
export function issuesOf(plan: ProposedPlan): Issue[] {
  return plan.kind === "none" ? [] : plan.plan.issues;
}

function proposable<I extends z.ZodType>(
  verb: Operation & { input: I },
  think: Think<z.output<I>>,
): Proposable {
  return { verb, think: think as Think<never> };
}

async function changed(
  caller: Caller,
  projectId: string,
  summary: (name: string) => string,
  change: Change = {},
): Promise<Thought> {
  const plan = await planChange(caller, { projectId, ...change });
  return {
    summary: summary(plan.name),
    plan: { kind: "change", plan },
    fingerprint: await projectFingerprint(projectId),
  };
}

async function run(projectId: string, summary: (name: string) => string, reason: string): Promise<Thought> {
  const { name } = await projectRecord(projectId);
  return {
    summary: summary(name),
    plan: { kind: "none", reason },
    fingerprint: await projectFingerprint(projectId),
  };
}
