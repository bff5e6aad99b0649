"use client";

import { Search } from "lucide-react";
import { useId, useState } from "react";
import { InputBox } from "@/components/ui/input";
import type { GivenGrant, GrantChoice } from "@/lib/grants/schema";
import { GrantSection } from "./grant-section";

type GrantPickerProps = {
  choices: readonly GrantChoice[];
  value: readonly GivenGrant[];
  onChange: (value: GivenGrant[]) => void;
  /** Nothing stronger than reading can be chosen. */
  readOnly?: boolean;
  disabled?: boolean;
  label?: string;
};

const SECTIONS = [
  { type: "organization", title: "Organization" },
  { type: "project", title: "Projects" },
  { type: "server", title: "Servers" },
  { type: "repository", title: "Repositories" },
] as const;

// So many that looking for one by its name is quicker than scrolling.
const FILTER_FROM = 8;

/** Chooses what may be reached, thing by thing, each up to what the one who chooses may give. */
export function GrantPicker({
  choices,
  value,
  onChange,
  readOnly,
  disabled,
  label = "Grants",
}: GrantPickerProps) {
  const id = useId();
  const [wanted, setWanted] = useState("");
  const known = [...choices, ...goneChoices(choices, value)];
  const matches = known.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <fieldset aria-labelledby={id} disabled={disabled} className="grid gap-1.5">
      <div className="flex min-h-[30px] flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span id={id} className="text-sm font-semibold">
          {label}
        </span>
        {known.length >= FILTER_FROM && (
          <InputBox className="min-h-[30px] w-[200px] text-sm max-md:min-h-10 max-md:w-full">
            <Search aria-hidden className="text-subtle-foreground" />
            <input
              inputMode="search"
              aria-label="Filter what may be reached"
              placeholder="Filter"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") event.preventDefault();
                if (event.key === "Escape") setWanted("");
              }}
            />
          </InputBox>
        )}
      </div>
      <div className="overflow-hidden rounded-md border">
        {SECTIONS.map(({ type, title }) => (
          <GrantSection
            key={type}
            title={title}
            choices={matches.filter((choice) => choice.type === type)}
            value={value}
            onChange={onChange}
            readOnly={readOnly}
          />
        ))}
        {matches.length === 0 && (
          <p className="px-3.5 py-3 text-sm text-muted-foreground">
            {wanted ? `Nothing is named “${wanted}”.` : "There is nothing that you may give yet."}
          </p>
        )}
      </div>
    </fieldset>
  );
}

/** What is granted and cannot be seen any more stays in sight, so that it can be taken away. */
function goneChoices(choices: readonly GrantChoice[], value: readonly GivenGrant[]): GrantChoice[] {
  const known = new Set(choices.map(({ type, id }) => `${type} ${id}`));
  return value
    .filter(({ resourceType, resourceId }) => !known.has(`${resourceType} ${resourceId}`))
    .map(({ resourceType, resourceId }) => ({
      type: resourceType,
      id: resourceId,
      name: resourceId === "*" ? "All of them" : `${resourceId} (gone)`,
      most: "admin",
    }));
}
