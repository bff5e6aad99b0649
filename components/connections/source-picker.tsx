"use client";

import { PackagePlus } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { AppTile } from "@/components/marks/app-tile";
import { listed } from "@/components/marks/words";
import { FieldNotes } from "@/components/ui/field";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { ConnectionMode, SourceCandidate, SourceChoices } from "@/lib/projects/connections/schema";
import type { Choices } from "./choices";

const WITHOUT = "without";
type Choice = Choices[string] | undefined;

type SourcePickerProps = {
  requirement: SourceChoices;
  choice: Choice;
  error: string | undefined;
  onChange: (choice: NonNullable<Choice> | null) => void;
};

/** Which project meets a requirement, and how it is reached. */
export function SourcePicker({ requirement, choice, error, onChange }: SourcePickerProps) {
  const { candidates, optional, label, envKey } = requirement;
  const id = pickerId(requirement.requirementId);
  const chosen = candidates.find(({ projectId }) => projectId === choice?.projectId);
  const choose = (value: string) => {
    const candidate = candidates.find(({ projectId }) => projectId === value);
    onChange(candidate ? { projectId: value, mode: candidate.defaultMode } : null);
  };
  return (
    <div className="grid gap-4">
      {candidates.length === 0 && <NothingHere requirement={requirement} />}
      {(candidates.length > 0 || optional) && (
        <RadioGroup
          id={id}
          aria-label={label}
          aria-describedby={error ? `${id}-error` : undefined}
          value={chosen?.projectId ?? (choice === null || optional ? WITHOUT : "")}
          onValueChange={choose}
          className="grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]"
        >
          {candidates.map((candidate) => (
            <CandidateCard key={candidate.projectId} candidate={candidate} />
          ))}
          {optional && (
            <RadioCard
              value={WITHOUT}
              label="Go without"
              help={`Nothing sets ${envKey}. You can connect it later.`}
            />
          )}
        </RadioGroup>
      )}
      <FieldNotes id={id} error={error} />
      {chosen && choice && !chosen.unavailable && (
        <ModeChoice
          candidate={chosen}
          mode={choice.mode ?? chosen.defaultMode}
          onChange={(mode) => onChange({ ...choice, mode })}
        />
      )}
    </div>
  );
}

/** Where the focus goes when this requirement is still to be answered. */
export function pickerId(requirementId: string): string {
  return `requirement-${requirementId}`;
}

function CandidateCard({ candidate }: { candidate: SourceCandidate }) {
  const { projectId, name, appName, logo, keys, unavailable } = candidate;
  return (
    <RadioCard
      value={projectId}
      disabled={unavailable !== null}
      label={
        <span className="flex min-w-0 items-center gap-2">
          <AppTile logo={logo} name={appName} size="xs" dimmed={unavailable !== null} />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      }
      help={
        unavailable ?? (name === appName ? `Gives ${listed(keys)}` : `${appName} · gives ${listed(keys)}`)
      }
    />
  );
}

type ModeChoiceProps = {
  candidate: SourceCandidate;
  mode: ConnectionMode;
  onChange: (mode: ConnectionMode) => void;
};

const MODES = {
  internal: {
    label: "Over a private network",
    help: "Made for these two projects alone. Nothing is opened to the outside.",
  },
  public: { label: "By its public address", help: "As programs outside reach it." },
} as const;

function ModeChoice({ candidate: { name, modes }, mode, onChange }: ModeChoiceProps) {
  return (
    <div className="grid gap-2">
      <span className="text-sm font-semibold">How it is reached</span>
      <RadioGroup
        aria-label={`How ${name} is reached`}
        value={mode}
        onValueChange={(value) => onChange(value === "public" ? "public" : "internal")}
        className="grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]"
      >
        {(["internal", "public"] as const).map((one) => (
          <RadioCard
            key={one}
            value={one}
            disabled={modes[one] !== null}
            label={MODES[one].label}
            help={modes[one] ?? MODES[one].help}
          />
        ))}
      </RadioGroup>
    </div>
  );
}

function NothingHere({ requirement: { label, apps, optional } }: { requirement: SourceChoices }) {
  return (
    <div className="flex gap-3 rounded-md border border-dashed px-4 py-3.5 text-sm">
      <PackagePlus aria-hidden className="mt-0.5 size-4 text-muted-foreground" />
      <div className="min-w-0">
        <p>
          <b>No project here provides “{label}”.</b>{" "}
          {apps.length > 0 && (optional ? "To use one, install it first:" : "Install one first:")}
        </p>
        {apps.length > 0 ? (
          <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
            {apps.map(({ appId, name, logo }) => (
              <li key={appId}>
                <Link href={`/apps/${appId}` as Route} className="link inline-flex items-center gap-1.5">
                  <AppTile logo={logo} name={name} size="xs" />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted-foreground">No app of the catalog provides it either.</p>
        )}
      </div>
    </div>
  );
}
