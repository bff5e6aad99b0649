"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { ShownOnce } from "@/components/marks/shown-once";
import { Button } from "@/components/ui/button";
import type { MadeToken } from "@/lib/tokens/schema";

/** The secret of a new token, this one time. */
export function ReadyCard({ made, close }: { made: MadeToken; close: () => void }) {
  const [shown, setShown] = useState(true);
  const Icon = shown ? EyeOff : Eye;
  const hidden = made.prefix + "•".repeat(made.token.length - made.prefix.length);
  const command = `curl -H "Authorization: Bearer $ROADSTEAD_TOKEN" ${window.location.origin}/api/projects`;
  return (
    <ShownOnce
      id="ready-title"
      title={`Token “${made.name}” is ready`}
      lead="Copy it now. Only a hash of it is kept, so it is never shown again."
      secret={made.token}
      hidden={shown ? undefined : hidden}
      copyLabel="Copy the token"
      more={
        <Button size="sm" onClick={() => setShown(!shown)}>
          <Icon aria-hidden />
          {shown ? "Hide" : "Show"}
        </Button>
      }
      close={close}
    >
      <div className="grid gap-1.5">
        <p className="text-xs text-muted-foreground">
          Try it, with the token in <code>ROADSTEAD_TOKEN</code>:
        </p>
        <div className="flex items-center rounded-md bg-muted py-0.5 pr-0.5 pl-3">
          <code className="min-w-0 flex-1 break-words">{command}</code>
          <CopyButton text={command} label="Copy the command" />
        </div>
      </div>
    </ShownOnce>
  );
}
