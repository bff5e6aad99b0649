"use client";

import { useId } from "react";
import { AccessFields } from "@/components/grants/access-fields";
import { readingOnly } from "@/components/grants/value";
import { FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { Limits } from "@/lib/mcp-clients/schema";
import { endingOf, limitsOf, type Mode, modeOf, type Place } from "./words";

type LimitsFieldsProps = {
  /** The client's name. */
  name: string;
  places: readonly Place[];
  value: Limits;
  onChange: (value: Limits) => void;
  /** What was refused, by the field. */
  errors: { organizationId?: string; grants?: string };
};

const MODES: { mode: Mode; label: string; help: string }[] = [
  { mode: "look", label: "Only look", help: "It never changes, deploys or deletes." },
  { mode: "propose", label: "Propose first", help: "Changes wait until you approve them." },
  { mode: "act", label: "Act", help: "It changes things by itself." },
];

/** What an AI client may do: in which organization, how far it goes, what it reaches, and all that in a sentence. */
export function LimitsFields({ name, places, value, onChange, errors }: LimitsFieldsProps) {
  const id = useId();
  const here = places.find((place) => place.id === value.organizationId);
  const change = (more: Partial<Limits>) => onChange({ ...value, ...more });
  function changeMode(mode: Mode) {
    const cut = mode === "look" && value.grants !== null ? readingOnly(value.grants) : value.grants;
    change({ ...limitsOf(mode), grants: cut });
  }
  return (
    <>
      {places.length > 1 && (
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-organization`}>Organization</Label>
          <Select
            value={value.organizationId}
            // What was chosen there is nothing here.
            onValueChange={(organizationId) =>
              change({ organizationId, grants: value.grants === null ? null : [] })
            }
          >
            <SelectTrigger id={`${id}-organization`} />
            <SelectContent>
              {places.map((place) => (
                <SelectItem key={place.id} value={place.id}>
                  {place.name}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
          <FieldNotes id={`${id}-organization`} error={errors.organizationId} />
        </div>
      )}
      <AccessFields
        key={value.organizationId}
        choices={here?.choices ?? []}
        value={{ grants: value.grants, readOnly: value.readOnly }}
        onChange={({ grants, readOnly }) => change({ grants: grants && [...grants], readOnly })}
        lead={`${name} will be able to`}
        ending={endingOf(value)}
        organization={here?.name ?? "your organization"}
        error={errors.grants}
        mode={
          <div className="grid gap-1.5">
            <span id={`${id}-mode`} className="text-sm font-semibold">
              May do
            </span>
            <RadioGroup
              aria-labelledby={`${id}-mode`}
              value={modeOf(value)}
              onValueChange={(mode) => changeMode(mode as Mode)}
              className="sm:grid-cols-3"
            >
              {MODES.map(({ mode, label, help }) => (
                <RadioCard key={mode} value={mode} label={label} help={help} />
              ))}
            </RadioGroup>
          </div>
        }
      />
    </>
  );
}
