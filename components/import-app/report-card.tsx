"use client";

import { useState } from "react";
import { StatusMark, type Tone } from "@/components/marks/status-mark";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import type { ReportLine } from "@/lib/app-import/schema";

type Kind = ReportLine["kind"];

/** What wants to be looked at first stands first. */
const KINDS: readonly { kind: Kind; name: string; tone: Tone; about: string }[] = [
  { kind: "refused", name: "Refused", tone: "fail", about: "unsafe, and left out" },
  { kind: "guessed", name: "Guessed", tone: "warn", about: "worth a look" },
  { kind: "dropped", name: "Dropped", tone: "off", about: "cannot be said here, and left out" },
  { kind: "mapped", name: "Mapped", tone: "ok", about: "said the same way" },
];

/** What became of each part of the files, and how many of each kind. */
export function ReportCard({ lines, className }: { lines: readonly ReportLine[]; className?: string }) {
  const [only, setOnly] = useState<Kind | null>(null);
  const count = (kind: Kind) => lines.filter((line) => line.kind === kind).length;
  const shown = KINDS.filter(({ kind }) => only === null || kind === only);
  return (
    <Card aria-labelledby="report" className={className}>
      <CardHeader>
        <h2 id="report">Report</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of a header */}
        <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
          <Chip small pressed={only === null} count={lines.length} onClick={() => setOnly(null)}>
            All
          </Chip>
          {KINDS.map(({ kind, name }) => (
            <Chip
              key={kind}
              small
              pressed={only === kind}
              count={count(kind)}
              onClick={() => setOnly(only === kind ? null : kind)}
            >
              {name}
            </Chip>
          ))}
        </div>
      </CardHeader>
      {/* biome-ignore lint/a11y/useSemanticElements: it scrolls, and a fieldset would not */}
      <div
        role="group"
        aria-label="Lines"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto lg:max-h-[max(320px,calc(100dvh-520px))]"
      >
        {shown.map(({ kind, name, tone, about }) => {
          const some = lines.filter((line) => line.kind === kind);
          if (some.length === 0) return only && <Nothing key={kind} name={name} />;
          return (
            <section key={kind} aria-label={name}>
              <h3 className="sticky top-0 flex items-center gap-2 border-b border-border-soft bg-card px-5 py-2 text-xs font-normal text-muted-foreground max-md:px-4">
                <StatusMark tone={tone} word={name} />
                {about}
              </h3>
              <ul>
                {some.map((line) => (
                  <li
                    key={`${line.path} ${line.message}`}
                    className="border-b border-border-soft px-5 py-2.5 text-sm max-md:px-4"
                  >
                    <span className="block break-words">{line.message}</span>
                    {line.path && (
                      <code className="text-xs break-all text-muted-foreground">{line.path}</code>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {lines.length === 0 && (
          <CardBody className="text-sm text-muted-foreground">Nothing was read.</CardBody>
        )}
      </div>
    </Card>
  );
}

function Nothing({ name }: { name: string }) {
  return <CardBody className="text-sm text-muted-foreground">Nothing was {name.toLowerCase()}.</CardBody>;
}
