"use client";

import { useEffect, useRef, useState } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { MemberRow } from "@/lib/members/schema";
import type { MemberActions } from "./actions";

type ResetLinkProps = { member: MemberRow; make: MemberActions["resetLink"]; close: () => void };

/** Makes a link for somebody who forgot their password, and shows it this once. */
export function ResetLink({ member, make, close }: ResetLinkProps) {
  const [result, setResult] = useState<Awaited<ReturnType<typeof make>>>();
  const [busy, setBusy] = useState(false);
  const copyRow = useRef<HTMLDivElement>(null);
  const url = result?.ok ? result.url : undefined;
  useEffect(() => {
    // The button that was pressed is gone: the next thing to do is to copy.
    if (url) copyRow.current?.querySelector("button")?.focus();
  }, [url]);
  async function ask() {
    setBusy(true);
    const failed = { ok: false as const, message: "The server did not answer. Try again." };
    setResult(await make(member.id).catch(() => failed));
    setBusy(false);
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && close()}>
      <DialogContent className="max-w-[520px]">
        <div className="grid gap-4 p-5">
          <div>
            <DialogTitle className="break-words">New password for {member.name}</DialogTitle>
            <DialogDescription className="mt-1 text-sm text-muted-foreground">
              Make a link and give it to {member.name} on a way that you trust: who opens it chooses the
              password. It works once, within an hour, and ends all sessions of {member.name} when it is used.
            </DialogDescription>
          </div>
          {url && <LinkRow url={url} label="Copy the reset link" rowRef={copyRow} />}
          {result && !result.ok && <FailAlert>{result.message}</FailAlert>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close} disabled={busy}>
              {url ? "Done" : "Cancel"}
            </Button>
            {!url && (
              <Button variant="primary" onClick={() => void ask()} disabled={busy}>
                {busy ? "Making it…" : "Make a reset link"}
              </Button>
            )}
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

type LinkRowProps = { url: string; label: string; rowRef?: React.Ref<HTMLDivElement> };

/** A link to copy; it is long, so that it wraps instead of being cut. */
export function LinkRow({ url, label, rowRef }: LinkRowProps) {
  return (
    <div
      ref={rowRef}
      className="flex items-center rounded-md border bg-card py-0.5 pr-0.5 pl-2.5 text-foreground"
    >
      <code className="min-w-0 flex-1 break-all">{url}</code>
      <CopyButton text={url} label={label} />
    </div>
  );
}
