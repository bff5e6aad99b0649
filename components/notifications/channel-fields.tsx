"use client";

import { type Ref, useId } from "react";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { type ChannelChoices, TOLD_EVENTS, type ToldEvent } from "@/lib/notifications/schema";
import { CheckList } from "./check-list";
import type { ChannelValue } from "./value";
import { ADDRESS, EVENT_WORDS } from "./words";

type ChannelFieldsProps = {
  value: ChannelValue;
  onChange: (value: ChannelValue) => void;
  choices: ChannelChoices;
  /** Where it leads now; its address need not be given again. */
  host?: string | null;
  errors: Partial<Record<"name" | "url" | "people" | "events" | "projectIds", string>>;
  nameRef: Ref<HTMLInputElement>;
};

const EVENTS = TOLD_EVENTS.map((id) => ({ id, ...EVENT_WORDS[id] }));

/** What a channel is called, where it leads, and what it is told of. */
export function ChannelFields({ value, onChange, choices, host, errors, nameRef }: ChannelFieldsProps) {
  const id = useId();
  const change = (more: Partial<ChannelValue>) => onChange({ ...value, ...more });
  const people = choices.people.map(({ userId, name, email }) => ({ id: userId, label: name, help: email }));
  return (
    <>
      <div className="grid content-start gap-1.5">
        <Label htmlFor={`${id}-name`}>Name</Label>
        <Input
          ref={nameRef}
          id={`${id}-name`}
          autoComplete="off"
          placeholder="Watch on duty"
          value={value.name}
          onChange={(event) => change({ name: event.target.value })}
          aria-invalid={Boolean(errors.name)}
          aria-describedby={describedBy(`${id}-name`, { error: errors.name })}
        />
        <FieldNotes id={`${id}-name`} error={errors.name} />
      </div>
      {value.kind === "email" ? (
        <CheckList
          label="Goes to"
          items={people}
          value={value.people}
          onChange={(chosen) => change({ people: chosen })}
          error={errors.people}
        />
      ) : (
        <AddressField id={`${id}-url`} value={value} change={change} host={host} error={errors.url} />
      )}
      <CheckList
        label="Told of"
        items={EVENTS}
        value={value.events}
        onChange={(chosen) => change({ events: chosen as ToldEvent[] })}
        error={errors.events}
      />
      <ProjectsField value={value} change={change} choices={choices} error={errors.projectIds} />
    </>
  );
}

type PartProps = { value: ChannelValue; change: (more: Partial<ChannelValue>) => void; error?: string };

function AddressField({ id, value, change, host, error }: PartProps & { id: string; host?: string | null }) {
  if (value.kind === "email") return null;
  const { placeholder, help } = ADDRESS[value.kind];
  const words = host ? `Leave it empty to go on sending to ${host}.` : help;
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Address</Label>
      <Input
        id={id}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={host ? `https://${host}/…` : placeholder}
        value={value.url}
        onChange={(event) => change({ url: event.target.value })}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(id, { help: words, error })}
      />
      <FieldNotes id={id} help={words} error={error} />
    </div>
  );
}

function ProjectsField({ value, change, choices, error }: PartProps & { choices: ChannelChoices }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-sm font-semibold">
        Of
      </span>
      <RadioGroup
        aria-labelledby={id}
        className="sm:grid-cols-2"
        value={value.projectIds === null ? "all" : "some"}
        onValueChange={(next) => change({ projectIds: next === "all" ? null : [] })}
      >
        <RadioCard value="all" label="All projects" help="Also those to come" />
        <RadioCard value="some" label="Some projects" disabled={choices.projects.length === 0} />
      </RadioGroup>
      {value.projectIds !== null && (
        <CheckList
          label="Projects"
          items={choices.projects.map(({ id: projectId, name }) => ({ id: projectId, label: name }))}
          value={value.projectIds}
          onChange={(projectIds) => change({ projectIds })}
          error={error}
        />
      )}
    </div>
  );
}
