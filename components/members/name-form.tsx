"use client";

import { useRouter } from "next/navigation";
import { useActionState, useEffect } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

export type NameOutcome = { name: string } & ({ ok: true } | { ok: false; message: string });

type NameFormProps = {
  id: string;
  label: string;
  name?: string;
  verb: string;
  busyVerb: string;
  placeholder?: string;
  save: (last: NameOutcome | undefined, form: FormData) => Promise<NameOutcome>;
};

/** One name and a button: for renaming an organization and for making one. */
export function NameForm({ id, label, name, verb, busyVerb, placeholder, save }: NameFormProps) {
  const router = useRouter();
  const [result, submit, busy] = useActionState(save, undefined);
  const error = result && !result.ok ? result.message : undefined;
  useEffect(() => {
    if (!result?.ok) return;
    toast.success("The name is changed");
    router.refresh();
  }, [result, router]);
  return (
    <form action={submit} noValidate className="grid gap-4">
      <div className="grid gap-1.5">
        <Label htmlFor={id}>{label}</Label>
        <Input
          id={id}
          name="name"
          autoComplete="off"
          placeholder={placeholder}
          defaultValue={result?.name ?? name}
          readOnly={busy} // the answer resets the form: what was typed meanwhile would be lost
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy(id, { error })}
        />
        <FieldNotes id={id} error={error} />
      </div>
      <div>
        <Button type="submit" disabled={busy} className="max-md:w-full">
          {busy ? busyVerb : verb}
        </Button>
      </div>
    </form>
  );
}
