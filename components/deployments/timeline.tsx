"use client";

import { StatusMark, type Tone } from "@/components/marks/status-mark";
import { useNow } from "@/components/marks/use-now";
import { took } from "@/components/marks/words";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import type { Step, StepItem } from "@/lib/deployments/schema";
import { stepHint } from "./progress-words";
import { StepMark } from "./step-mark";
import { stepWords } from "./words";

const STATE_WORDS: Record<Step["state"], string> = {
  waiting: "to do",
  running: "now",
  done: "done",
  failed: "failed",
  skipped: "nothing to do",
  cancelled: "cancelled",
};

const MARK: Record<Step["state"], string> = {
  waiting: "text-off-mark",
  running: "text-primary",
  done: "text-primary",
  failed: "text-fail-mark",
  skipped: "text-primary",
  cancelled: "text-off-mark",
};

export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="relative py-2">
      {steps.map((step) => (
        <li key={step.name} data-state={step.state} className="mooring py-[9px] pr-5 pl-[50px] max-md:pr-4">
          <span
            className={cn(
              "absolute top-2.5 left-5 grid size-[18px] place-items-center rounded-full bg-card shadow-[0_0_0_3px_var(--card)]",
              MARK[step.state],
            )}
          >
            <StepMark state={step.state} />
          </span>
          <div
            className={cn(
              "flex justify-between gap-3 text-sm",
              (step.state === "running" || step.state === "failed") && "font-semibold",
              step.state === "waiting" && "text-subtle-foreground",
            )}
          >
            <span>
              {stepWords(step.name)}
              <span className="sr-only">, {STATE_WORDS[step.state]}</span>
            </span>
            <StepFact step={step} />
          </div>
          <StepDetail step={step} />
        </li>
      ))}
    </ol>
  );
}

/** The right-hand fact of a step: how long it took or takes, or what is to be done. */
function StepFact({ step }: { step: Step }) {
  const { state, startedAt, finishedAt } = step;
  const fact =
    state === "running" && startedAt ? (
      <Ticking from={Date.parse(startedAt)} />
    ) : state !== "skipped" && startedAt && finishedAt ? (
      took(Date.parse(finishedAt) - Date.parse(startedAt))
    ) : (
      stepHint(step)
    );
  return <span className="max-w-[60%] text-right font-normal text-muted-foreground">{fact}</span>;
}

function Ticking({ from }: { from: number }) {
  const now = useNow(100);
  return <span suppressHydrationWarning>{took(now - from)}</span>;
}

function StepDetail({ step }: { step: Step }) {
  const items = step.state === "waiting" ? [] : (step.items ?? []);
  const showsDetail = step.detail && step.startedAt && step.state !== "skipped";
  if (items.length === 0 && !showsDetail) return null;
  return (
    <div className="mt-1.5 grid gap-[7px] text-xs text-muted-foreground">
      {showsDetail && (
        <span className={step.state === "failed" ? "text-fail" : undefined}>{step.detail}</span>
      )}
      {items.map((item) =>
        step.name === "pull" || step.name === "build" ? (
          <ImageItem key={item.name} item={item} />
        ) : item.title ? (
          <TitledItem key={item.name} item={item} wentOn={step.state === "done"} />
        ) : (
          <ServiceItem key={item.name} item={item} />
        ),
      )}
    </div>
  );
}

function ImageItem({ item }: { item: StepItem }) {
  const pulling = item.state === "running" && item.percent !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 gap-y-1">
      <code className="truncate" title={item.name}>
        {item.name}
      </code>
      <span className={item.state === "failed" ? "text-fail" : undefined}>
        {item.detail}
        {pulling && !item.detail.includes("%") && (
          <b className="pl-1 text-foreground">{Math.round(item.percent ?? 0)}%</b>
        )}
      </span>
      {pulling && <Progress label={item.name} percent={item.percent ?? 0} className="col-span-full h-1" />}
    </div>
  );
}

const ITEM_TONE: Record<StepItem["state"], Tone> = {
  waiting: "off",
  running: "run",
  done: "ok",
  failed: "fail",
  skipped: "off",
};

function ServiceItem({ item }: { item: StepItem }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <StatusMark tone={ITEM_TONE[item.state]} word={item.name} plain inherit className="text-foreground" />
      <span className="text-right break-words">{item.detail}</span>
    </div>
  );
}

/** An item with a title of its own, which may be a whole sentence: what became of it stands below. */
function TitledItem({ item, wentOn }: { item: StepItem; wentOn: boolean }) {
  const tone = item.state === "failed" && wentOn ? "warn" : ITEM_TONE[item.state];
  return (
    <div className="grid gap-0.5">
      <StatusMark
        tone={tone}
        word={item.title ?? item.name}
        plain
        inherit
        className="shrink whitespace-normal text-foreground"
      />
      <span className="grid gap-0.5 pl-[17px] break-words">
        {item.description && <span>{item.description}</span>}
        <span className={item.state === "failed" && !wentOn ? "text-fail" : undefined}>{item.detail}</span>
      </span>
    </div>
  );
}
