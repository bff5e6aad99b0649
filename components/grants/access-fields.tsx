"use client";

import { type ReactNode, useId, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Label } from "@/components/ui/label";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import type { GivenGrant, GrantChoice } from "@/lib/grants/schema";
import { GrantPicker } from "./grant-picker";
import { GrantSentence } from "./grant-sentence";
import { readingOnly } from "./value";
import { describeGrants, type Part, type Reach } from "./words";

type AccessFieldsProps = {
  choices: readonly GrantChoice[];
  value: Reach;
  onChange: (value: Reach) => void;
  /** How the sentence below begins, such as "This token will be able to". */
  lead: string;
  /** What the sentence ends with, such as when it stops working. */
  ending?: readonly Part[];
  organization: string;
  /** What was refused about the choice. */
  error?: string;
  /** Instead of the read-only switch, where there is more to choose between; it comes first. */
  mode?: ReactNode;
};

/** What a program may reach: all that the person may, or only what is chosen; reading only, or not; and that in words. */
export function AccessFields({
  choices,
  value,
  onChange,
  lead,
  ending = [],
  organization,
  error,
  mode,
}: AccessFieldsProps) {
  const id = useId();
  // What was chosen comes back when somebody looks at the other answer and returns.
  const [kept, setKept] = useState<readonly GivenGrant[]>(value.grants ?? []);
  const { grants, readOnly } = value;
  const change = (more: Partial<Reach>) => onChange({ ...value, ...more });
  function pick(picked: GivenGrant[]) {
    setKept(picked);
    change({ grants: picked });
  }
  function restrict(on: boolean) {
    const cut = on ? readingOnly(kept) : kept;
    setKept(cut);
    change({ readOnly: on, grants: grants === null ? null : cut });
  }
  return (
    <>
      {mode}
      <div className="grid gap-1.5">
        <span id={`${id}-reach`} className="text-sm font-semibold">
          May reach
        </span>
        <RadioGroup
          aria-labelledby={`${id}-reach`}
          value={grants === null ? "all" : "some"}
          onValueChange={(next) =>
            change({ grants: next === "all" ? null : readOnly ? readingOnly(kept) : kept })
          }
          className="sm:grid-cols-2"
        >
          <RadioCard value="all" label="Everything I may" help={`In ${organization}`} />
          <RadioCard value="some" label="Only what I choose" help="Projects, servers, repositories" />
        </RadioGroup>
      </div>
      {!mode && (
        <div className="flex items-center gap-3">
          <Switch id={`${id}-read-only`} checked={readOnly} onCheckedChange={restrict} />
          <Label htmlFor={`${id}-read-only`}>Read only</Label>
        </div>
      )}
      {grants !== null && (
        <div className="grid gap-1.5">
          <GrantPicker
            // Settings and members of the organization are everybody's who may do everything.
            choices={choices.filter(({ type }) => type !== "organization")}
            value={grants}
            onChange={pick}
            readOnly={readOnly}
          />
          {error && <FailAlert>{error}</FailAlert>}
        </div>
      )}
      <GrantSentence
        parts={[...describeGrants({ grants, readOnly, choices, lead, organization }), ...ending]}
      />
    </>
  );
}
