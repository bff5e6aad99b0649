"use client";

import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { ControlProps } from "./setting-control";

// A select has no room for an empty value, which an optional field may well have.
const NOTHING = "\u0000nothing";

export function SelectControl({ field, value, onChange, onBlur, ...aria }: ControlProps) {
  const options = field.options ?? [];
  const mayBeEmpty = !field.required && !field.default && !options.some((option) => option.value === "");
  return (
    <Select
      value={value || (mayBeEmpty || hasEmpty(options) ? NOTHING : "")}
      onValueChange={(next) => onChange(next === NOTHING ? "" : next)}
    >
      <SelectTrigger {...aria} onBlur={onBlur} placeholder={field.placeholder ?? "Choose one"} />
      <SelectContent>
        {mayBeEmpty && <SelectItem value={NOTHING}>Not set</SelectItem>}
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value || NOTHING}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

function hasEmpty(options: readonly { value: string }[]): boolean {
  return options.some((option) => option.value === "");
}

export function RadioControl({ field, value, onChange, onBlur, id, ...aria }: ControlProps) {
  return (
    <RadioGroup
      {...aria}
      id={id}
      aria-labelledby={`${id}-label`}
      value={value || NOTHING}
      onValueChange={(next) => onChange(next === NOTHING ? "" : next)}
      onBlur={onBlur}
      className="grid-cols-[repeat(auto-fit,minmax(190px,1fr))]"
    >
      {(field.options ?? []).map((option) => (
        <RadioCard key={option.value} value={option.value || NOTHING} label={option.label} />
      ))}
    </RadioGroup>
  );
}
