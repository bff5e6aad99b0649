"use client";

import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

export const NAME_ID = "project-name";

type NameFieldProps = { name: string; slug: string; error?: string; onChange: (name: string) => void };

export function NameField({ name, slug, error, onChange }: NameFieldProps) {
  const help = (
    <>
      You can change it later. Names on the engine begin with <code>{slug}</code>.
    </>
  );
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={NAME_ID}>Project name</Label>
      <Input
        id={NAME_ID}
        value={name}
        autoComplete="off"
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(NAME_ID, { help, error })}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNotes id={NAME_ID} help={help} error={error} />
    </div>
  );
}
