"use client";

import { Building2, GitBranch, Layers, Server } from "lucide-react";
import { useState } from "react";
import { AppTile } from "@/components/marks/app-tile";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { GivenGrant, GrantChoice } from "@/lib/grants/schema";
import { givenByAll, higher, ownStep, STEPS, type Step, withStep } from "./value";

type GrantSectionProps = {
  title: string;
  choices: readonly GrantChoice[];
  value: readonly GivenGrant[];
  onChange: (value: GivenGrant[]) => void;
  readOnly?: boolean;
};

const FIRST = 20;
const LABELS: Record<Step, string> = { none: "None", read: "Read", write: "Write", admin: "Admin" };
const ICONS = { organization: Building2, project: Layers, server: Server, repository: GitBranch };

/** One kind of thing: all of it first, then each by name. What is chosen is always in sight. */
export function GrantSection({ title, choices, value, onChange, readOnly }: GrantSectionProps) {
  const [all, setAll] = useState(false);
  const single = choices.filter(({ id }) => id !== "*");
  const chosen = single.filter((choice) => ownStep(value, choice) !== "none");
  // "All repositories" means nothing where there is none.
  const hollow =
    single.length === 0 &&
    choices.every((choice) => choice.type !== "organization" && ownStep(value, choice) === "none");
  if (choices.length === 0 || hollow) return null;
  const shown = choices.filter((choice, at) => all || at < FIRST || chosen.includes(choice));
  return (
    <>
      <h3 className="flex items-center justify-between border-b border-border-soft bg-muted px-3.5 py-1.5 text-xs font-normal text-muted-foreground not-first:border-t">
        <span>{title}</span>
        {single.length > 0 && (
          <span>
            {chosen.length} of {single.length}
          </span>
        )}
      </h3>
      <ul>
        {shown.map((choice) => (
          <GrantLine
            key={choice.id}
            choice={choice}
            value={value}
            onChange={(step) => onChange(withStep(value, choice, step))}
            readOnly={readOnly}
          />
        ))}
      </ul>
      {shown.length < choices.length && (
        <div className="border-t border-border-soft px-2 py-1.5">
          <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
            Show {choices.length - shown.length} more
          </Button>
        </div>
      )}
    </>
  );
}

type GrantLineProps = {
  choice: GrantChoice;
  value: readonly GivenGrant[];
  onChange: (step: Step) => void;
  readOnly: boolean | undefined;
};

function GrantLine({ choice, value, onChange, readOnly }: GrantLineProps) {
  const least = givenByAll(value, choice);
  const step = higher(least, ownStep(value, choice));
  const steps = readOnly ? STEPS.slice(0, 2) : STEPS;
  const Icon = ICONS[choice.type];
  return (
    <li className="flex min-h-[46px] flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-b border-border-soft px-3.5 py-2 last:border-b-0">
      <span className="flex min-w-0 flex-1 basis-[120px] items-center gap-2">
        {choice.logo === undefined ? (
          <Icon aria-hidden className="mx-0.5 text-muted-foreground" />
        ) : (
          <AppTile size="xs" logo={choice.logo} name={choice.name} />
        )}
        <span className={cn("truncate", step !== "none" && "font-semibold")}>{choice.name}</span>
      </span>
      <ToggleGroup
        label={`Access to ${choice.name}`}
        value={readOnly && step !== "none" ? "read" : step}
        choices={steps.map((entry) => ({
          value: entry,
          label: LABELS[entry],
          // Less than all of the type gives cannot be, nor more than one holds.
          disabled:
            STEPS.indexOf(entry) < STEPS.indexOf(least) || STEPS.indexOf(entry) > STEPS.indexOf(choice.most),
        }))}
        onChange={onChange}
      />
    </li>
  );
}
