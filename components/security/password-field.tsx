"use client";

import type { ComponentProps } from "react";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { PasswordInput } from "@/components/ui/password-input";

type PasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, "what" | "children"> & {
  id: string;
  label: string;
  help?: string;
  error?: string;
};

/** A labelled password with what is wrong with it below. */
export function PasswordField({ id, label, help, error, ...props }: PasswordFieldProps) {
  return (
    <div className="grid max-w-sm gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <PasswordInput
        id={id}
        name={id}
        what={label.toLowerCase()}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(id, { help, error })}
        {...props}
      />
      <FieldNotes id={id} help={error ? undefined : help} error={error} />
    </div>
  );
}
