"use client";

import { useState } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { StorageActions } from "./actions";
import { useAct } from "./use-act";

/** The key that opens backups where this instance is lost. */
export function KeyCard({ show }: { show: StorageActions["showKey"] }) {
  const [key, setKey] = useState<string>();
  const { act, busy, failure } = useAct();
  const read = async () => {
    const result = await show();
    if (result.ok) setKey(result.key);
    return result;
  };
  return (
    <Card aria-labelledby="key-heading">
      <CardHeader>
        <h2 id="key-heading">Recovery key</h2>
        {!key && (
          <Button disabled={busy} onClick={() => act(read)}>
            {busy ? "Reading…" : "Show the key"}
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid gap-3 text-sm">
        <p className="text-muted-foreground">
          Backups open with this key alone. Keep it apart from this machine: if the machine is lost,{" "}
          <code>npm run open-backup</code> reads a backup anywhere with it. Whoever has key and file can read
          everything.
        </p>
        {key && (
          <p className="flex items-center gap-2" aria-live="polite">
            <code className="min-w-0 break-all">{key}</code>
            <CopyButton text={key} label="Copy the recovery key" />
          </p>
        )}
        {failure && <FailAlert>{failure}</FailAlert>}
      </CardBody>
    </Card>
  );
}
