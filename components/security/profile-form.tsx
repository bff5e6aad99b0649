"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { askAuth, wrongWith } from "./ask-auth";
import { Refused } from "./refused";
import { useAsk } from "./use-ask";

/** The name that other members see. */
export function ProfileForm({ name, email }: { name: string; email: string }) {
  const { ask, busy, failure } = useAsk();
  const [typed, setTyped] = useState(name);
  const wrong = wrongWith(failure, "name");
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await ask(() => askAuth("update-user", { name: typed.trim() }))) toast.success("Your name is saved");
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <CardBody className="grid gap-4">
          {!wrong && <Refused failure={failure} />}
          <div className="grid max-w-sm gap-1.5">
            <Label htmlFor="name">Name</Label>
            <Input
              id="name"
              autoComplete="name"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-invalid={Boolean(wrong)}
              aria-describedby={describedBy("name", { help: "name", error: wrong })}
            />
            <FieldNotes id="name" help="As the other members of your organization see it." error={wrong} />
          </div>
          <dl className="grid gap-1 text-sm">
            <dt className="font-semibold">E-mail</dt>
            <dd className="break-words text-muted-foreground">{email}</dd>
          </dl>
        </CardBody>
        <CardFooter className="flex justify-end">
          <Button type="submit" variant="primary" disabled={busy}>
            Save the name
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
