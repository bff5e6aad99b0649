"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { StatusMark } from "@/components/marks/status-mark";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";

/** The signing secret of a webhook, this one time. */
export function SecretCard({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  const copyRow = useRef<HTMLDivElement>(null);
  useEffect(() => {
    copyRow.current?.querySelector("button")?.focus();
  }, []);
  return (
    <Card aria-labelledby="secret-title" className="border-primary-line">
      <CardBody className="grid gap-3">
        <h2 id="secret-title" className="flex min-w-0 items-center gap-2">
          <StatusMark tone="ok" word="Ready" hideWord />
          <span className="min-w-0 break-words">The signing secret of “{name}”</span>
        </h2>
        <p className="text-sm text-muted-foreground">
          Copy it now; it is not shown again. With it your program verifies the header{" "}
          <code>webhook-signature</code>, as Standard Webhooks says.
        </p>
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-input py-1.5 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 basis-[260px] text-sm break-all">{secret}</code>
          <div ref={copyRow}>
            <CopyButton text={secret} label="Copy the signing secret" showLabel />
          </div>
        </div>
        <div className="flex justify-end">
          <Button variant="ghost" size="sm" onClick={close}>
            I have saved it
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
