"use client";

import { Minus, Plus } from "lucide-react";
import { InputBox, InputButton } from "@/components/ui/input";
import type { SettingField } from "@/lib/app-definition/schema";
import type { ControlProps } from "./setting-control";

/** A number with a stepper; what is typed stays as it is, right or wrong. */
export function NumberControl({ field, value, onChange, onBlur, ...aria }: ControlProps) {
  return (
    <InputBox>
      <input
        {...aria}
        type="text"
        inputMode={field.integer ? "numeric" : "decimal"}
        autoComplete="off"
        placeholder={field.placeholder}
        value={value}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          onChange(stepped(field, value, event.key === "ArrowUp" ? 1 : -1));
        }}
      />
      <InputButton aria-label={`Less ${field.label}`} onClick={() => onChange(stepped(field, value, -1))}>
        <Minus aria-hidden />
      </InputButton>
      <InputButton aria-label={`More ${field.label}`} onClick={() => onChange(stepped(field, value, 1))}>
        <Plus aria-hidden />
      </InputButton>
    </InputBox>
  );
}

/** The next allowed number up or down; from nothing, the first one allowed. */
export function stepped(field: SettingField, value: string, direction: 1 | -1): string {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step = 1 } = field;
  const now = Number(value.trim());
  if (value.trim() === "" || !Number.isFinite(now)) return String(Number.isFinite(min) ? min : 0);
  const decimals = (String(step).split(".")[1] ?? "").length;
  const next = Math.min(max, Math.max(min, now + direction * step));
  return String(Number(next.toFixed(Math.max(decimals, (String(now).split(".")[1] ?? "").length))));
}
