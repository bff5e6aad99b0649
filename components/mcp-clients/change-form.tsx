"use client";

import { type FormEvent, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import type { Limits, McpClientRow } from "@/lib/mcp-clients/schema";
import { type McpClientActions, problemsOf } from "./actions";
import { LimitsFields } from "./limits-fields";
import type { Place } from "./words";

type ChangeFormProps = {
  client: McpClientRow;
  places: readonly Place[];
  change: McpClientActions["change"];
  close: () => void;
  done: () => void;
};

/** What a connected client may do from now on. */
export function ChangeForm({ client, places, change, close, done }: ChangeFormProps) {
  const { clientId, name, binding } = client;
  const { scoped: _, ...present } = binding;
  const [limits, setLimits] = useState<Limits>(present);
  const [result, setResult] = useState<Awaited<ReturnType<typeof change>>>();
  const [busy, setBusy] = useState(false);
  const errors = problemsOf(result);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const silent = { ok: false as const, message: "The server did not answer. Try again." };
    const next = await change({ clientId, ...changed(present, limits) }).catch(() => silent);
    setBusy(false);
    setResult(next);
    if (next.ok) done();
  }
  return (
    <form
      aria-label={`What ${name} may do`}
      onSubmit={onSubmit}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 rounded-md border p-4"
    >
      <LimitsFields name={name} places={places} value={limits} onChange={setLimits} errors={errors} />
      {result && !result.ok && !errors.grants && !errors.organizationId && (
        <FailAlert>{result.message}</FailAlert>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={close} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "Saving…" : "Save"}
        </Button>
      </div>
    </form>
  );
}

/** Only what is different: what was given before may name things that are gone, and stays as it is. */
function changed(present: Limits, limits: Limits): Partial<Limits> {
  const keys = Object.keys(limits) as (keyof Limits)[];
  const different = keys.filter((key) => JSON.stringify(limits[key]) !== JSON.stringify(present[key]));
  return Object.fromEntries(different.map((key) => [key, limits[key]]));
}
