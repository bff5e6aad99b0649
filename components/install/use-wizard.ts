"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { type Choices, choicesOf } from "@/components/connections/choices";
import { pickerId } from "@/components/connections/source-picker";
import { fieldId } from "@/components/settings/field-id";
import { useSettings, wrongFields } from "@/components/settings/use-settings";
import { endpointsOf } from "@/lib/app-definition/endpoints";
import { type AppDefinition, inLocale } from "@/lib/app-definition/schema";
import { installGroups } from "@/lib/app-definition/settings-form";
import type { Draft, InstallPlan } from "@/lib/apps/schema";
import { ProjectName } from "@/lib/projects/schema";
import { firstReaches, type Reach, toInput, wrongHostPort } from "./answers";
import { NAME_ID } from "./name-card";
import type { StepId } from "./steps";
import { type SaveDraft, useDraft } from "./use-draft";
import { usePlan } from "./use-plan";

export type WizardOptions = {
  definition: AppDefinition;
  plan: InstallPlan;
  draft: Draft | null;
  save: SaveDraft;
};

type Mistake = { label: string; id: string };

/** Everything that is typed into the wizard, what is wrong with it, and where it is kept. */
export function useWizard({ definition, plan: firstPlan, draft: reopened, save }: WizardOptions) {
  const groups = useMemo(() => installGroups(definition.settings), [definition]);
  const endpoints = useMemo(() => endpointsOf(definition), [definition]);
  const [name, setName] = useState(reopened?.name ?? firstPlan.name);
  const [reaches, setReaches] = useState(() =>
    firstReaches(endpoints, reopened?.endpoints ?? [], firstPlan.routes),
  );
  const [choices, setChoices] = useState(() => choicesOf(reopened?.connections ?? []));
  const [asked, setAsked] = useState<ReadonlySet<StepId>>(new Set());
  const settings = useSettings({
    groups: definition.settings,
    initial: reopened?.settings ?? {},
    install: true,
    secretsSet: reopened?.secretsSet ?? [],
  });
  const answers = { name, values: settings.values, reaches, choices };
  const input = toInput(definition.id, answers, definition.settings, settings.errors);
  const planned = usePlan(input, firstPlan);
  const onProject = (projectId: string) => changeAddress({ draft: projectId }, "replaceState");
  const draft = useDraft({ draft: reopened, input, save, onProject });

  const issues = [...(planned.current ? planned.plan.issues : []), ...draft.issues];
  const ownNameError = ProjectName.safeParse(name).error?.issues[0]?.message;
  const nameError = ownNameError ?? issues.find(({ path }) => path === "name")?.message;
  function connectionError(id: string): string | undefined {
    const requirement = definition.requires.find((one) => one.id === id);
    if (!requirement) return undefined;
    const at = input.connections?.findIndex(({ requirementId }) => requirementId === id) ?? -1;
    const told = issues.find(
      ({ path }) => path === `connections.${id}` || (at >= 0 && path.startsWith(`connections.${at}.`)),
    );
    if (told) return told.message;
    const typed = Object.values(settings.values).some((values) => values[requirement.envKey]);
    return requirement.optional || at >= 0 || typed ? undefined : "Choose a project for it.";
  }
  const mistakes: Record<StepId, Mistake[]> = {
    settings: [
      ...(nameError ? [{ label: "Project name", id: NAME_ID }] : []),
      ...wrongFields(groups, settings.errors).map((field) => ({ label: field.label, id: fieldId(field) })),
    ],
    connections: definition.requires.flatMap((requirement) =>
      connectionError(requirement.id)
        ? [{ label: inLocale(requirement.label), id: pickerId(requirement.id) }]
        : [],
    ),
    exposure: reaches.flatMap((reach, index) => exposureMistakes(reach, index, issues)),
    review: [],
  };
  return {
    ...{ choices, connectionError },
    setChoice: (requirementId: string, choice: Choices[string]) =>
      setChoices((before) => ({ ...before, [requirementId]: choice })),
    ...{ groups, endpoints, name, setName, reaches, settings, input, planned, draft, mistakes, nameError },
    setReach: (next: Reach) =>
      setReaches((before) =>
        before.map((one) => (one.service === next.service && one.port === next.port ? next : one)),
      ),
    /** Whether something that was typed is wrong, and so is not in the draft. */
    withheld:
      wrongFields(groups, settings.errors).some((field) => settings.valueOf(field) !== "") ||
      reaches.some((reach) => wrongHostPort(reach) !== undefined),
    /** Whether this step's mistakes were asked for, and so are shown. */
    asked: (step: StepId) => asked.has(step),
    ask(step: StepId) {
      setAsked((before) => new Set([...before, step]));
      if (step === "settings") settings.showErrors();
    },
  };
}

function exposureMistakes(reach: Reach, index: number, issues: readonly { path: string }[]): Mistake[] {
  const id = `reach-${reach.service}-${reach.port}`;
  const at = (part: string) => issues.some(({ path }) => path === `endpoints.${index}.${part}`);
  if (reach.mode === "domain" && (!reach.domain.trim() || at("domain")))
    return [{ label: "Domain", id: `${id}-domain` }];
  if (wrongHostPort(reach) || at("hostPort")) return [{ label: "Host port", id: `${id}-port` }];
  return at("mode") ? [{ label: "How it is reached", id }] : [];
}

/** The step that the address names, and how to go to another; the browser's back button works. */
export function useStep(steps: readonly StepId[]): [step: StepId, go: (step: StepId) => void] {
  const wanted = useSearchParams().get("step");
  const step = steps.find((one) => one === wanted) ?? "settings";
  return [
    step,
    (next) => {
      changeAddress({ step: next === "settings" ? null : next }, "pushState");
      window.scrollTo({ top: 0 });
      document.getElementById("main")?.focus({ preventScroll: true });
    },
  ];
}

function changeAddress(part: Record<string, string | null>, how: "pushState" | "replaceState"): void {
  const address = new URL(window.location.href);
  for (const [key, value] of Object.entries(part)) {
    if (value === null) address.searchParams.delete(key);
    else address.searchParams.set(key, value);
  }
  window.history[how](null, "", `${address.pathname}${address.search}`);
}
