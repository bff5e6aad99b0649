"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { ConnectionsStep } from "@/components/connections/connections-step";
import { AppTile } from "@/components/marks/app-tile";
import { counted } from "@/components/marks/words";
import { useSystem } from "@/components/shell/live";
import { PageHead } from "@/components/shell/page";
import type { CatalogEntry, InstallInput } from "@/lib/apps/schema";
import { DraftNote } from "./draft-status";
import { ExposureStep } from "./exposure-step";
import { Footbar } from "./footbar";
import { NameField } from "./name-card";
import { ReviewStep } from "./review-step";
import { SettingsStep } from "./settings-step";
import { STEP_NAMES, type StepId, Steps } from "./steps";
import type { Failed } from "./use-draft";
import { useStep, useWizard, type WizardOptions } from "./use-wizard";

type WizardProps = WizardOptions & {
  entry: CatalogEntry;
  /** Goes on to the deployment when it could be queued. */
  install: (input: InstallInput) => Promise<Failed | undefined>;
};

/** From an app to its deployment: settings, connections, exposure, review; what it does not have is left out. */
export function Wizard({ entry, install, ...options }: WizardProps) {
  const wizard = useWizard(options);
  const { endpoints, draft, mistakes } = wizard;
  const steps: StepId[] = [
    "settings",
    ...(options.definition.requires.length > 0 ? (["connections"] as const) : []),
    ...(endpoints.length > 0 ? (["exposure"] as const) : []),
    "review",
  ];
  const [step, go] = useStep(steps);
  const next = steps[steps.indexOf(step) + 1];
  function onContinue(event: FormEvent) {
    event.preventDefault();
    const [first] = mistakes[step];
    if (first) {
      wizard.ask(step);
      // The field may have to be drawn first, as when it waited among the advanced ones.
      setTimeout(() => document.getElementById(first.id)?.focus());
      return;
    }
    void draft.flush();
    if (next) go(next);
  }
  const { services, repository } = options.definition;
  return (
    <>
      <PageHead
        tile={<AppTile logo={entry.logo} name={entry.name} size="l" />}
        title={`Install ${entry.name}`}
        lead={
          <p className="text-sm">
            {options.draft ? `${options.draft.name} · ` : ""}
            {entry.version ? `Version ${entry.version}` : "Own image"} · {counted(services.length, "service")}
            {repository && (
              <>
                {" · "}
                <a className="link" href={repository} target="_blank" rel="noreferrer">
                  Source
                </a>
              </>
            )}
          </p>
        }
      >
        <DraftNote status={draft.status} partly={wizard.withheld} />
      </PageHead>
      <Steps steps={steps} current={step} go={go} />
      <form onSubmit={onContinue} noValidate>
        <StepBody step={step} go={go} wizard={wizard} entry={entry} options={options} install={install} />
        {next && (
          <Footbar
            cancelHref={`/apps/${entry.id}` as Route}
            wrong={wizard.asked(step) ? mistakes[step].map(({ label }) => label) : []}
            next={`Continue to ${STEP_NAMES[next].toLowerCase()}`}
          />
        )}
      </form>
    </>
  );
}

type StepBodyProps = {
  step: StepId;
  go: (step: StepId) => void;
  wizard: ReturnType<typeof useWizard>;
  entry: CatalogEntry;
  options: WizardOptions;
  install: WizardProps["install"];
};

function StepBody({ step, go, wizard, entry, options, install }: StepBodyProps) {
  const { engine } = useSystem().data;
  const host = engine.hostname ?? "this machine";
  const { planned } = wizard;
  if (step === "settings") {
    return (
      <SettingsStep
        definition={options.definition}
        groups={wizard.groups}
        settings={wizard.settings}
        fit={planned.plan.fit}
        host={host}
        name={
          options.draft ? null : (
            <NameField
              name={wizard.name}
              slug={planned.plan.slug}
              error={wizard.name || wizard.asked("settings") ? wizard.nameError : undefined}
              onChange={wizard.setName}
            />
          )
        }
      />
    );
  }
  if (step === "connections") {
    return (
      <ConnectionsStep
        appId={entry.id}
        choices={wizard.choices}
        error={(id) => (wizard.asked("connections") ? wizard.connectionError(id) : undefined)}
        onChange={wizard.setChoice}
      />
    );
  }
  if (step === "exposure") {
    return (
      <ExposureStep
        endpoints={wizard.endpoints}
        reaches={wizard.reaches}
        plan={planned.plan}
        planCurrent={planned.current}
        onChange={wizard.setReach}
      />
    );
  }
  return (
    <Review
      go={go}
      wizard={wizard}
      entry={entry}
      install={install}
      host={host}
      ready={engine.state === "ready"}
    />
  );
}

type ReviewProps = Pick<StepBodyProps, "go" | "wizard" | "entry" | "install"> & {
  host: string;
  ready: boolean;
};

function Review({ go, wizard, entry, install, host, ready }: ReviewProps) {
  const router = useRouter();
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const { planned, draft, settings, input } = wizard;
  function onInstall() {
    start(async () => {
      setFailure(undefined);
      const { saved } = await draft.flush();
      if (!saved)
        return setFailure(
          "Your answers could not be kept, so nothing was installed. The reason stands above.",
        );
      const result = await install(input).catch(() => ({
        ok: false as const,
        message: "The server did not answer. Nothing is lost: try again in a moment.",
        issues: undefined,
      }));
      if (!result || result.ok) return;
      setFailure(result.message);
      settings.refuse(result.issues ?? []);
      void planned.refetch();
    });
  }
  function onKeep() {
    start(async () => {
      if ((await draft.flush()).saved) router.push("/projects");
    });
  }
  return (
    <ReviewStep
      appName={entry.name}
      host={host}
      plan={planned.plan}
      planCurrent={planned.current}
      readAt={planned.readAt}
      failure={failure ?? planned.failure}
      busy={busy}
      canInstall={ready}
      install={onInstall}
      keep={onKeep}
      go={go}
    />
  );
}
