"use client";

import { ExternalLink, RefreshCw, Trash2 } from "lucide-react";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { Confirm } from "@/components/members/confirm";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Domain } from "@/lib/domains/schema";
import { type DomainActions, type Outcome, UNREACHABLE } from "./actions";
import { DnsRecords } from "./dns-records";
import { partsOf, stateWords } from "./words";

type DomainLineProps = {
  domain: Domain;
  /** Whether the app has several endpoints, so that it matters which one this leads to. */
  several: boolean;
  canWrite: boolean;
  actions: DomainActions;
  again: () => Promise<void>;
};

/** One name: whether it works, each part of that, and the records to set while it does not. */
export function DomainLine({ domain, several, canWrite, actions, again }: DomainLineProps) {
  const [asking, setAsking] = useState(false);
  const [busy, start] = useTransition();
  const { hostname, url, state, reason, findings, checkedAt } = domain;
  const works = state === "working";
  const onCheck = () =>
    start(async () => {
      const outcome: Outcome = await actions.check(domain.id).catch(() => UNREACHABLE);
      if (!outcome.ok) toast.error(`${hostname} could not be looked at`, { description: outcome.message });
      await again();
    });
  return (
    <li className="grid gap-3 border-b border-border-soft px-5 py-4 text-sm last:border-b-0 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {works ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-w-0 items-center gap-1.5 font-semibold text-primary-text hover:underline"
              >
                <span className="min-w-0 break-all">{hostname}</span>
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
              </a>
            ) : (
              <b className="min-w-0 break-all">{hostname}</b>
            )}
            {domain.main && <Badge title="The app is told this one as its address.">Main address</Badge>}
            {several && <span className="text-muted-foreground">leads to {domain.label}</span>}
          </div>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2.5 text-muted-foreground">
            <StatusMark {...stateWords(state)} />
            {!works && <span>{reason}</span>}
          </p>
        </div>
        {canWrite && (
          <div className="flex items-center gap-2">
            <Button size="sm" disabled={busy} onClick={onCheck}>
              <RefreshCw aria-hidden className={busy ? "animate-turn" : undefined} />
              {busy ? "Checking…" : "Check now"}
              <span className="sr-only"> {hostname}</span>
            </Button>
            {!domain.main && (
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={`Remove ${hostname}`}
                onClick={() => setAsking(true)}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
          </div>
        )}
      </div>
      {findings && <DnsRecords dns={findings.dns} />}
      {findings && (
        <dl className="grid grid-cols-[repeat(3,minmax(0,1fr))] gap-x-4 gap-y-2 max-md:grid-cols-1">
          {partsOf(findings, works ? undefined : reason).map(({ name, tone, word, text }) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-subtle-foreground">{name}</dt>
              <dd className="flex items-baseline gap-2 text-muted-foreground">
                <StatusMark tone={tone} word={word} hideWord plain />
                <span className="min-w-0 break-words">{text}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {checkedAt && !works && (
        <p className="text-xs text-subtle-foreground">
          Looked at <TimeAgo at={checkedAt} />, and again by itself.
        </p>
      )}
      {asking && (
        <Confirm
          title={`Remove ${hostname}?`}
          lead="It leads nowhere at once, and any project of this server may have it then. Its DNS records stay; remove them where you set them."
          name={hostname}
          verb="Remove"
          busyVerb="Removing…"
          act={() => actions.remove(domain.id)}
          close={() => setAsking(false)}
          done={() => {
            setAsking(false);
            toast.success(`${hostname} is removed`);
            void again();
          }}
        />
      )}
    </li>
  );
}
