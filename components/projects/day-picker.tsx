"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
// Weeks begin on Monday (ISO 8601); the numbers are those of Date.getDay.
const WEEK = [1, 2, 3, 4, 5, 6, 0];

type DayPickerProps = { days: readonly number[]; onChange: (days: number[]) => void; error?: string };

/** Days of the week. */
export function DayPicker({ days, onChange, error }: DayPickerProps) {
  const id = useId();
  const toggle = (day: number, on: boolean) =>
    onChange(on ? [...days, day].sort() : days.filter((other) => other !== day));
  return (
    <fieldset aria-describedby={describedBy(id, { error })}>
      <legend className="mb-1.5 text-sm font-semibold">Days</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2.5">
        {WEEK.map((day) => (
          <div key={day} className="flex items-center gap-2">
            <Checkbox
              id={`${id}-${day}`}
              checked={days.includes(day)}
              onCheckedChange={(on) => toggle(day, on === true)}
            />
            <Label htmlFor={`${id}-${day}`} className="font-normal">
              {DAYS[day]}
            </Label>
          </div>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
