"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { summarizeGrants } from "@/components/grants/words";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { useNow } from "@/components/marks/use-now";
import { Confirm } from "@/components/members/confirm";
import { Button } from "@/components/ui/button";
import type { GrantChoice } from "@/lib/grants/schema";
import type { TokenRow } from "@/lib/tokens/schema";
import type { TokenActions } from "./actions";
import { expiryWords } from "./words";

type TokenLineProps = {
  token: TokenRow;
  choices: readonly GrantChoice[];
  revoke: TokenActions["revoke"];
  forget: (tokenId: string) => void;
};

export const COLUMNS =
  "grid grid-cols-[minmax(0,1.3fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,0.8fr)_84px] items-center gap-x-4 px-5";

/** A token: its beginning, what it may do, when it was used and when it ends. */
export function TokenLine({ token, choices, revoke, forget }: TokenLineProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, start] = useTransition();
  const now = useNow(60_000);
  const { words, state } = expiryWords(token.expiresAt, now);
  const over = state === "over";
  function done() {
    setAsking(false);
    toast.success(over ? `${token.name} is removed` : `${token.name} is revoked`);
    forget(token.id);
    router.refresh();
  }
  function remove() {
    start(async () => {
      const result = await revoke(token.id).catch(() => undefined);
      if (result?.ok) done();
      else toast.error(result?.message ?? "The server did not answer. Load the page again.");
    });
  }
  return (
    <li
      className={`${COLUMNS} border-b border-border-soft py-3 text-sm last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4`}
    >
      <div className="min-w-0">
        <b className="block truncate">{token.name}</b>
        <code className="text-subtle-foreground">{token.prefix}…</code>
      </div>
      <span className="break-words text-muted-foreground max-md:col-span-2 max-md:row-start-2">
        {summarizeGrants({ ...token, choices })}
      </span>
      <span className="text-muted-foreground max-md:row-start-3">
        <span className="sr-only">Last used: </span>
        {token.lastUsedAt ? <TimeAgo at={token.lastUsedAt} everyMs={60_000} /> : "Never used"}
      </span>
      <span
        className="text-muted-foreground max-md:row-start-3 max-md:justify-self-end"
        suppressHydrationWarning
      >
        <span className="sr-only">Expires: </span>
        <time dateTime={token.expiresAt ?? undefined} title={token.expiresAt ?? undefined}>
          {state === "fine" ? words : <StatusMark plain tone={over ? "off" : "warn"} word={words} />}
        </time>
      </span>
      <Button
        size="sm"
        variant="danger-ghost"
        disabled={busy}
        className="justify-self-end max-md:col-start-2 max-md:row-start-1"
        onClick={() => (over ? remove() : setAsking(true))}
      >
        {over ? "Remove" : "Revoke"}
        <span className="sr-only"> {token.name}</span>
      </Button>
      {asking && (
        <Confirm
          title={`Revoke ${token.name}?`}
          lead="Whatever uses it is refused from its next request on. It cannot be brought back; a new token has another secret."
          name={token.name}
          verb="Revoke"
          busyVerb="Revoking…"
          act={() => revoke(token.id)}
          close={() => setAsking(false)}
          done={done}
        />
      )}
    </li>
  );
}
