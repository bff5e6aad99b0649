"use client";

import { RotateCw } from "lucide-react";
import { Input, InputButton } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Textarea } from "@/components/ui/textarea";
import type { SettingField } from "@/lib/app-definition/schema";
import { isSecret } from "@/lib/app-definition/settings-form";
import { ChoicesControl } from "./choices-control";
import { NumberControl } from "./number-control";
import { RadioControl, SelectControl } from "./option-controls";
import { randomPassword } from "./random-password";

/** What every control of a setting is given. Values are text, as in the environment. */
export type ControlProps = {
  field: SettingField;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
};

type SettingControlProps = ControlProps & { kept: boolean };

/** The control for a field's type; switches are drawn by the field itself. */
export function SettingControl({ kept, ...props }: SettingControlProps) {
  const { field, onChange, ...rest } = props;
  if (isSecret(field)) return <SecretControl {...props} kept={kept} />;
  switch (field.type) {
    case "number":
      return <NumberControl {...props} />;
    case "select":
      return <SelectControl {...props} />;
    case "radio":
      return <RadioControl {...props} />;
    case "multiselect":
      return <ChoicesControl {...props} />;
    case "textarea":
      return (
        <Textarea
          {...rest}
          rows={3}
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...rest}
          autoComplete="off"
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function SecretControl({ field, onChange, kept, ...rest }: SettingControlProps) {
  return (
    <PasswordInput
      {...rest}
      what={field.label}
      autoComplete="new-password"
      placeholder={kept ? "Kept as it is; type to replace it" : field.placeholder}
      onChange={(event) => onChange(event.target.value)}
    >
      {field.pattern === undefined && (
        <InputButton aria-label={`Generate ${field.label}`} onClick={() => onChange(randomPassword())}>
          <RotateCw aria-hidden />
        </InputButton>
      )}
    </PasswordInput>
  );
}
