"use client";

import { useState } from "react";
import { toast } from "sonner";
import { TimeAgo } from "@/components/marks/time-ago";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { askAuth } from "../ask-auth";
import { AskTwice } from "../ask-twice";
import { Refused } from "../refused";
import { useAsk } from "../use-ask";
import { PROVIDERS, type ProviderId } from "./providers";

type Connected = { id: string; provider: string; connectedAt: string };
type AccountsCardProps = { providers: readonly ProviderId[]; accounts: readonly Connected[] };

/** The accounts elsewhere that sign this person in: connect one, or take it away. */
export function AccountsCard({ providers, accounts }: AccountsCardProps) {
  return (
    <Card aria-labelledby="accounts-title">
      <CardHeader>
        <h2 id="accounts-title">Connected accounts</h2>
      </CardHeader>
      <CardBody className="grid gap-4">
        <p className="text-sm text-muted-foreground">
          A connected account signs you in. Roadstead learns who you are there, and keeps no access to it.
        </p>
        <ul className="divide-y divide-border-soft rounded-md border">
          {providers.flatMap((provider) => {
            const mine = accounts.filter((account) => account.provider === provider);
            if (mine.length === 0) return <ProviderLine key={provider} provider={provider} />;
            return mine.map((account) => (
              <ProviderLine key={account.id} provider={provider} account={account} />
            ));
          })}
        </ul>
      </CardBody>
    </Card>
  );
}

function ProviderLine({ provider, account }: { provider: ProviderId; account?: Connected }) {
  const { ask, busy, failure } = useAsk();
  const { label, Icon } = PROVIDERS[provider];
  return (
    <li className="grid gap-3 px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden className="text-muted-foreground" />
        <span className="min-w-0 flex-1">
          <b className="block truncate text-sm">{label}</b>
          <span className="text-xs text-muted-foreground">
            {account ? (
              <>
                connected <TimeAgo at={account.connectedAt} everyMs={60_000} />
              </>
            ) : (
              "not connected"
            )}
          </span>
        </span>
        {account ? (
          <AskTwice
            button="Disconnect"
            name={`Disconnect ${label}…`}
            sure={`Disconnect ${label}`}
            busy={busy}
            act={async () => {
              const done = await ask(() => askAuth("unlink-account", { accountId: account.id }));
              if (done) toast.success(`${label} is disconnected`);
            }}
          />
        ) : (
          <Connect provider={provider} ask={ask} busy={busy} />
        )}
      </div>
      <Refused failure={failure} />
    </li>
  );
}

type ConnectProps = { provider: ProviderId; ask: ReturnType<typeof useAsk>["ask"]; busy: boolean };

function Connect({ provider, ask, busy }: ConnectProps) {
  const [leaving, setLeaving] = useState(false);
  const { label } = PROVIDERS[provider];
  async function connect() {
    const here = location.pathname;
    const begun = await ask(() =>
      askAuth<{ url: string }>("link-social", { provider, callbackURL: here, errorCallbackURL: here }),
    );
    if (!begun) return;
    setLeaving(true);
    location.assign(begun.value.url);
  }
  return (
    <Button size="sm" disabled={busy || leaving} aria-label={`Connect ${label}`} onClick={connect}>
      {leaving ? `Going to ${label}…` : "Connect"}
    </Button>
  );
}
