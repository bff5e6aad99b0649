"use client";

import type { HTMLAttributes, ReactNode } from "react";
import { describedBy, FieldNotes } from "./field";
import { Input } from "./input";
import { Label } from "./label";
import { PasswordInput } from "./password-input";

type TextFieldProps = {
  id: string;
  label: string;
  help?: ReactNode;
  example?: string;
  /** What is hidden as it is typed, such as "the password". */
  secret?: string;
  mode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  className?: string;
  value: string;
  error?: string;
  onChange: (text: string) => void;
};

/** A line of text that is nobody's name or address: its label, and below it what is wrong and what it is for. */
export function TextField(props: TextFieldProps) {
  const { id, label, help, example, secret, mode, className = "", value, error, onChange } = props;
  const input = {
    ...{ id, value, inputMode: mode, placeholder: example },
    ...{ autoComplete: "off", autoCapitalize: "none", spellCheck: false },
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    "aria-invalid": Boolean(error),
    "aria-describedby": describedBy(id, { help, error }),
  };
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <Label htmlFor={id}>{label}</Label>
      {secret ? <PasswordInput what={secret} {...input} /> : <Input {...input} />}
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
