"use client";

import { useId } from "react";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { InputBox } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { UpdateWindow } from "@/lib/projects/schema";
import { DayPicker } from "./day-picker";

export type WindowDraft = UpdateWindow;
/** What is offered first: nights of the middle of the week, when somebody is there the next morning. */
export const NIGHTS = { days: [2, 3, 4], from: "02:00", to: "05:00" };

type WindowFieldsProps = {
  draft: WindowDraft;
  onChange: (draft: WindowDraft) => void;
  /** What the server refused, by field. */
  errorOf: (field: keyof UpdateWindow) => string | undefined;
};

/** The days on which a window opens, and from when until when. */
export function WindowFields({ draft, onChange, errorOf }: WindowFieldsProps) {
  const id = useId();
  const overnight = draft.to < draft.from;
  const note = (field: "from" | "to" | "timeZone") => ({
    "aria-invalid": Boolean(errorOf(field)),
    "aria-describedby": describedBy(`${id}-${field}`, { error: errorOf(field) }),
  });
  return (
    <div className="grid gap-4">
      <DayPicker
        error={errorOf("days")}
        days={draft.days}
        onChange={(days) => onChange({ ...draft, days })}
      />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[130px_130px_minmax(0,1fr)]">
        {(["from", "to"] as const).map((end) => (
          <div key={end} className="grid content-start gap-1.5">
            <Label htmlFor={`${id}-${end}`}>
              {end === "from" ? "From" : overnight ? "Until, next day" : "Until"}
            </Label>
            <InputBox>
              <input
                id={`${id}-${end}`}
                type="time"
                required
                {...note(end)}
                value={draft[end]}
                onChange={(event) => onChange({ ...draft, [end]: event.target.value })}
              />
            </InputBox>
            <FieldNotes id={`${id}-${end}`} error={errorOf(end)} />
          </div>
        ))}
        <div className="grid content-start gap-1.5">
          <Label htmlFor={`${id}-timeZone`}>Time zone</Label>
          <InputBox>
            <input
              id={`${id}-timeZone`}
              autoComplete="off"
              spellCheck={false}
              {...note("timeZone")}
              value={draft.timeZone}
              onChange={(event) => onChange({ ...draft, timeZone: event.target.value })}
            />
          </InputBox>
          <FieldNotes id={`${id}-timeZone`} error={errorOf("timeZone")} />
        </div>
      </div>
    </div>
  );
}
