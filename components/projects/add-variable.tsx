"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CardFooter } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { EnvDraft } from "./env-changes";

const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

type AddVariableProps = { services: string[]; taken: readonly EnvDraft[]; onAdd: (draft: EnvDraft) => void };

/** A further variable for one of the services. */
export function AddVariable({ services, taken, onAdd }: AddVariableProps) {
  const [service, setService] = useState(services[0] ?? "");
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const [secret, setSecret] = useState(false);
  const [error, setError] = useState<string>();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const name = key.trim();
    if (!KEY.test(name))
      return setError("A name is made of letters, digits and _, and begins with no digit.");
    if (taken.some((one) => one.service === service && one.key === name)) {
      return setError(`${service} has ${name} already. Edit it above.`);
    }
    setError(undefined);
    onAdd({ service, key: name, value, secret, stored: null, removed: false });
    setKey("");
    setValue("");
    setSecret(false);
  }
  return (
    <CardFooter>
      <form onSubmit={onSubmit} className="flex flex-wrap items-center gap-2">
        <Select value={service} onValueChange={setService}>
          <SelectTrigger aria-label="Service of the new variable" className="w-40 max-md:w-full" />
          <SelectContent>
            {services.map((name) => (
              <SelectItem key={name} value={name}>
                {name}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
        <Input
          className="w-52 font-mono max-md:w-full md:text-xs"
          aria-label="Name of the new variable"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? "new-variable-error" : undefined}
          placeholder="NAME"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Input
          className="min-w-40 flex-1 font-mono md:text-xs"
          type={secret ? "password" : "text"}
          aria-label="Value of the new variable"
          placeholder="value"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Label htmlFor="new-variable-secret" className="font-normal">
          <Checkbox
            id="new-variable-secret"
            checked={secret}
            onCheckedChange={(yes) => setSecret(yes === true)}
          />
          Secret
        </Label>
        <Button type="submit">
          <Plus aria-hidden />
          Add
        </Button>
      </form>
      <FieldNotes id="new-variable" error={error} />
    </CardFooter>
  );
}
