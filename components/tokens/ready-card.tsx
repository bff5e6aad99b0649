"use client";

import { Eye, EyeOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { StatusMark } from "@/components/marks/status-mark";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import type { MadeToken } from "@/lib/tokens/schema";

/** The secret of a new token, this one time. */
export function ReadyCard({ made, close }: { made: MadeToken; close: () => void }) {
  const [shown, setShown] = useState(true);
  const copyRow = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that was sent is gone: the next thing to do is to copy.
    copyRow.current?.querySelector("button")?.focus();
  }, []);
  const Icon = shown ? EyeOff : Eye;
  const hidden = made.prefix + "•".repeat(made.token.length - made.prefix.length);
  const command = `curl -H "Authorization: Bearer $ROADSTEAD_TOKEN" ${window.location.origin}/api/projects`;
  return (
    <Card aria-labelledby="ready-title" className="border-primary-line">
      <CardBody className="grid gap-3">
        <h2 id="ready-title" className="flex min-w-0 items-center gap-2">
          <StatusMark tone="ok" word="Ready" hideWord />
          <span className="min-w-0 break-words">Token “{made.name}” is ready</span>
        </h2>
        <p className="text-sm text-muted-foreground">
          Copy it now. Only a hash of it is kept, so it is never shown again.
        </p>
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-input py-1.5 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 basis-[260px] text-sm break-all">
            {shown ? made.token : hidden}
          </code>
          <div ref={copyRow} className="flex gap-2">
            <CopyButton text={made.token} label="Copy the token" showLabel />
            <Button size="sm" onClick={() => setShown(!shown)}>
              <Icon aria-hidden />
              {shown ? "Hide" : "Show"}
            </Button>
          </div>
        </div>
        <div className="grid gap-1.5">
          <p className="text-xs text-muted-foreground">
            Try it, with the token in <code>ROADSTEAD_TOKEN</code>:
          </p>
          <div className="flex items-center rounded-md bg-muted py-0.5 pr-0.5 pl-3">
            <code className="min-w-0 flex-1 break-words">{command}</code>
            <CopyButton text={command} label="Copy the command" />
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
