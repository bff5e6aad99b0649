import { ArrowRight } from "lucide-react";
import { StatusMark } from "@/components/marks/status-mark";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Problem, useCheck } from "./use-check";

type CheckCardProps = {
  check: ReturnType<typeof useCheck>;
  goTo: (line: number) => void;
  className?: string;
};

/** What stands in the way of a definition, and what is probably not meant; each leads to its line. */
export function CheckCard({ check, goTo, className }: CheckCardProps) {
  const { problems, failure, empty } = check;
  return (
    <Card aria-labelledby="check" className={className}>
      <CardHeader>
        <h2 id="check">Check</h2>
        <span role="status">
          <Verdict check={check} />
        </span>
      </CardHeader>
      {failure && (
        <CardBody className="grid justify-items-start gap-2 text-sm">
          <p>It could not be checked: {failure}</p>
          <Button size="sm" onClick={() => void check.retry()}>
            Check again
          </Button>
        </CardBody>
      )}
      {!failure && problems.length > 0 && (
        <ul className="max-h-[min(560px,60vh)] overflow-auto">
          {problems.map((problem) => (
            <ProblemLine key={`${problem.path} ${problem.message}`} problem={problem} goTo={goTo} />
          ))}
        </ul>
      )}
      {!failure && problems.length === 0 && (
        <CardBody className="text-sm text-muted-foreground">
          {empty
            ? "Write or paste a definition; what is wrong with it appears here as you type."
            : "Nothing is wrong, and no key is unknown."}
        </CardBody>
      )}
    </Card>
  );
}

function Verdict({ check: { problems, current, failure, empty } }: Pick<CheckCardProps, "check">) {
  if (failure) return <StatusMark tone="off" word="Not checked" />;
  if (empty) return <StatusMark tone="off" word="Empty" />;
  if (!current) return <StatusMark tone="run" word="Checking" />;
  const errors = problems.filter(({ tone }) => tone === "fail").length;
  const warnings = problems.length - errors;
  if (errors > 0) return <StatusMark tone="fail" word={counted(errors, "error")} />;
  if (warnings > 0) return <StatusMark tone="warn" word={`Valid, ${counted(warnings, "warning")}`} />;
  return <StatusMark tone="ok" word="Valid" />;
}

function ProblemLine({ problem, goTo }: { problem: Problem; goTo: (line: number) => void }) {
  const { tone, path, message, line } = problem;
  return (
    <li className="border-b border-border-soft last:border-b-0">
      <button
        type="button"
        disabled={line === undefined}
        onClick={() => line !== undefined && goTo(line)}
        className="group grid w-full grid-cols-[10px_minmax(0,1fr)] gap-x-2.5 px-5 py-3 text-left text-sm enabled:hover:bg-hover max-md:px-4"
      >
        <StatusMark
          tone={tone}
          word={tone === "fail" ? "Error" : "Warning"}
          hideWord
          className="mt-[5px] items-start"
        />
        <span className="min-w-0">
          <span className="block break-words">{message}</span>
          <span className="mt-0.5 flex items-baseline justify-between gap-2 text-xs text-muted-foreground">
            <code className="min-w-0 break-all">{path || "the whole text"}</code>
            {line !== undefined && (
              <span className="flex shrink-0 items-center gap-1 group-hover:text-primary-text">
                line {line}
                <ArrowRight aria-hidden className="size-3" />
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}
