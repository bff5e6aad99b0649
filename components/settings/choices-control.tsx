"use client";

import { Plus, X } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { joinChoices, splitChoices } from "@/lib/app-definition/settings-form";
import type { ControlProps } from "./setting-control";

/** Several of a field's options, as tags. */
export function ChoicesControl({ field, value, onChange, onBlur, ...props }: ControlProps) {
  // A button is neither invalid nor required to those who hear it; its description says what is wrong.
  const { "aria-invalid": invalid, "aria-required": _required, ...aria } = props;
  const options = field.options ?? [];
  const chosen = splitChoices(field, value);
  const labelOf = (choice: string) => options.find((option) => option.value === choice)?.label ?? choice;
  const left = options.filter((option) => !chosen.includes(option.value));
  function set(choices: string[]) {
    // In the order of the options, whatever the order of clicks.
    const ordered = options.map((option) => option.value).filter((option) => choices.includes(option));
    onChange(joinChoices(field, ordered));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field's own fieldset is around it
    <div role="group" aria-label={field.label} className="field-box flex-wrap gap-1.5 px-2 py-[5px]">
      {chosen.map((choice) => (
        <span
          key={choice}
          className="inline-flex h-6 items-center gap-1 rounded-sm bg-muted pr-1 pl-2 text-sm max-md:h-8"
        >
          {labelOf(choice)}
          <button
            type="button"
            aria-label={`Remove ${labelOf(choice)}`}
            className="grid size-5 place-items-center rounded-sm text-muted-foreground hover:bg-hover max-md:size-7"
            onClick={() => set(chosen.filter((other) => other !== choice))}
          >
            <X aria-hidden className="size-3" />
          </button>
        </span>
      ))}
      <DropdownMenu>
        <DropdownMenuTrigger
          {...aria}
          data-invalid={invalid || undefined}
          onBlur={onBlur}
          disabled={left.length === 0}
          aria-label={`Add to ${field.label}`}
          className="inline-flex h-6 items-center gap-1 rounded-sm px-1.5 text-sm text-muted-foreground hover:bg-hover disabled:opacity-0 max-md:h-8"
        >
          <Plus aria-hidden className="size-3.5" />
          {field.placeholder ?? "Add"}
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {left.map((option) => (
            <DropdownMenuItem key={option.value} onSelect={() => set([...chosen, option.value])}>
              {option.label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
