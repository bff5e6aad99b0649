"use client";

import { Plug } from "lucide-react";
import { useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import type { Limits } from "@/lib/mcp-clients/schema";
import { type AnswerConsent, problemsOf } from "./actions";
import { LimitsFields } from "./limits-fields";
import { SentBack } from "./sent-back";
import { type Asking, WhoAsks } from "./who-asks";
import type { Place } from "./words";

type ConsentCardProps = {
  asking: Asking;
  person: string;
  places: readonly Place[];
  present: Limits;
  answer: AnswerConsent;
};

/** Who asks, what a person lets them do, and the answer. */
export function ConsentCard({ asking, person, places, present, answer }: ConsentCardProps) {
  const [limits, setLimits] = useState(present);
  const { result, busy, send } = useAnswer(answer);
  const { name } = asking;
  if (result?.ok) return <SentBack name={name} url={result.url} allowed={result.allowed} />;
  const errors = problemsOf(result);
  return (
    <Card aria-labelledby="consent-title">
      <CardBody className="grid gap-3.5 border-b border-border-soft">
        <div className="flex items-center gap-3.5">
          <span className="grid size-12 shrink-0 place-items-center rounded-[11px] bg-primary-soft text-primary-text">
            <Plug aria-hidden className="size-6" />
          </span>
          <div className="min-w-0">
            <h1 id="consent-title" className="text-lg leading-[26px] break-words">
              {name} wants to connect
            </h1>
            <p className="text-sm text-muted-foreground">
              An AI client that will work with your apps as {person}.
            </p>
          </div>
        </div>
        <WhoAsks asking={asking} />
      </CardBody>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LimitsFields name={name} places={places} value={limits} onChange={setLimits} errors={errors} />
        {result && !errors.grants && !errors.organizationId && <FailAlert>{result.message}</FailAlert>}
      </CardBody>
      <CardFooter className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <span className="text-xs text-muted-foreground">Disconnect any time in Settings, AI clients.</span>
        <div className="flex min-w-0 flex-1 justify-end gap-2 max-md:basis-full">
          <Button disabled={busy} onClick={() => void send()} className="max-md:flex-1">
            Deny
          </Button>
          <Button
            variant="primary"
            disabled={busy}
            onClick={() => void send(limits)}
            className="min-w-0 max-md:flex-1"
          >
            <span className="truncate">{busy ? "Answering…" : `Allow ${name}`}</span>
          </Button>
        </div>
      </CardFooter>
    </Card>
  );
}

type Result = Awaited<ReturnType<AnswerConsent>> & { allowed: boolean };

function useAnswer(answer: AnswerConsent) {
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState(false);
  async function send(limits?: Limits) {
    setBusy(true);
    const silent = { ok: false as const, message: "The server did not answer. Try again." };
    const next = await answer(limits).catch(() => silent);
    setBusy(false);
    setResult({ ...next, allowed: limits !== undefined });
    if (next.ok) location.assign(next.url);
  }
  return { result, busy, send };
}
