"use client";

import { useRouter } from "next/navigation";
import { useActionState, useEffect } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { CardBody, CardFooter } from "@/components/ui/card";
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
  /** Whether it is what the page is for. */
  primary?: boolean;
  placeholder?: string;
  save: (last: NameOutcome | undefined, form: FormData) => Promise<NameOutcome>;
};

/** The rest of a card: one name and a button, for renaming an organization and for making one. */
export function NameForm({ id, label, name, verb, busyVerb, primary, placeholder, save }: NameFormProps) {
  const router = useRouter();
  const [result, submit, busy] = useActionState(save, undefined);
  const error = result && !result.ok ? result.message : undefined;
  useEffect(() => {
    if (!result?.ok) return;
    toast.success("The name is changed");
    router.refresh();
  }, [result, router]);
  return (
    <form action={submit} noValidate>
      <CardBody>
        <div className="grid max-w-sm gap-1.5">
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
      </CardBody>
      <CardFooter className="flex justify-end">
        <Button type="submit" variant={primary ? "primary" : "outline"} disabled={busy}>
          {busy ? busyVerb : verb}
        </Button>
      </CardFooter>
    </form>
  );
}
