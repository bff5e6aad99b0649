"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState, useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { Address } from "@/lib/projects/schema";
import { type DomainActions, type Outcome, UNREACHABLE } from "./actions";

type AddDomainProps = { endpoints: Address[]; add: DomainActions["add"]; again: () => Promise<void> };

const keyOf = ({ service, port }: Pick<Address, "service" | "port">) => `${service}:${port}`;

/** One more name; which endpoint it leads to is asked only where there is a choice. */
export function AddDomain({ endpoints, add, again }: AddDomainProps) {
  const [hostname, setHostname] = useState("");
  const [target, setTarget] = useState(endpoints[0] ? keyOf(endpoints[0]) : "");
  const [error, setError] = useState<string>();
  const [busy, start] = useTransition();
  const endpoint = endpoints.find((one) => keyOf(one) === target) ?? endpoints[0];
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!endpoint) return;
    const { service, port } = endpoint;
    start(async () => {
      const outcome: Outcome = await add({ hostname, service, port }).catch(() => UNREACHABLE);
      if (!outcome.ok) return setError(outcome.issues?.[0]?.message ?? outcome.message);
      setError(undefined);
      setHostname("");
      toast.success(`${hostname.trim()} is added`);
      await again();
    });
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-1.5">
      <Label htmlFor="new-domain">Add a domain</Label>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          id="new-domain"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="blog.example.org"
          className="min-w-56 flex-1"
          value={hostname}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy("new-domain", { error })}
          onChange={(event) => {
            setHostname(event.target.value);
            setError(undefined);
          }}
        />
        {endpoints.length > 1 && (
          <Select value={target} onValueChange={setTarget}>
            <SelectTrigger aria-label="What it leads to" className="w-48 max-md:w-full" />
            <SelectContent>
              {endpoints.map((one) => (
                <SelectItem key={keyOf(one)} value={keyOf(one)}>
                  {one.label}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
        <Button type="submit" disabled={busy || hostname.trim() === ""} className="max-md:w-full">
          <Plus aria-hidden />
          {busy ? "Adding…" : "Add"}
        </Button>
      </div>
      <FieldNotes id="new-domain" error={error} />
    </form>
  );
}
