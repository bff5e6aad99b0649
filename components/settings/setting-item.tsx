"use client";

import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import type { SettingField } from "@/lib/app-definition/schema";
import { isOn } from "@/lib/app-definition/settings-form";
import { fieldId } from "./field-id";
import { SettingControl } from "./setting-control";

type SettingItemProps = {
  field: SettingField;
  value: string;
  error?: string;
  /** A secret that is stored and stays when left empty. */
  kept: boolean;
  changed: boolean;
  wide: boolean;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** One setting: label, control, what is wrong, what it is for. */
export function SettingItem({
  field,
  value,
  error,
  kept,
  changed,
  wide,
  onChange,
  onBlur,
}: SettingItemProps) {
  const id = fieldId(field);
  const aria = {
    id,
    "aria-invalid": Boolean(error),
    "aria-describedby": describedBy(id, { help: field.help, error }),
  };
  const marks = (
    <>
      {!field.required && field.type !== "boolean" && !field.default && (
        <span className="font-normal text-subtle-foreground">optional</span>
      )}
      {changed && <Badge variant="primary">Changed</Badge>}
    </>
  );
  if (field.type === "boolean") {
    return (
      <div className={cn("grid content-start gap-1.5", wide && "col-span-full")}>
        <div className="flex min-h-9 items-start justify-between gap-3 pt-2">
          <Label htmlFor={id}>
            {field.label} {marks}
          </Label>
          <Switch
            {...aria}
            checked={isOn(field, value)}
            onCheckedChange={(on) => onChange(String(on))}
            onBlur={onBlur}
          />
        </div>
        <FieldNotes id={id} help={field.help} error={error} />
      </div>
    );
  }
  const isGroup = field.type === "radio";
  const Title = isGroup ? "span" : Label;
  return (
    <div className={cn("grid min-w-0 content-start gap-1.5", wide && "col-span-full")}>
      <Title
        {...(isGroup ? { id: `${id}-label` } : { htmlFor: id })}
        className="flex items-center gap-1.5 text-sm font-semibold"
      >
        {field.label} {marks}
      </Title>
      <SettingControl
        {...aria}
        aria-required={field.required}
        field={field}
        value={value}
        kept={kept}
        onChange={onChange}
        onBlur={onBlur}
      />
      <FieldNotes id={id} help={field.help} error={error} />
    </div>
  );
}
