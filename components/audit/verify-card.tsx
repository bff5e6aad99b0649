"use client";

import { CircleAlert, CircleCheck, Download } from "lucide-react";
import { useState, useTransition } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { AuditQuery, Damage, Verified } from "@/lib/audit/schema";
import { exportHref } from "./href";

type VerifyCardProps = { query: AuditQuery; verify: () => Promise<Verified> };

/** Takes the log away as a file, and says whether it is as it was written. */
export function VerifyCard({ query, verify }: VerifyCardProps) {
  const [verified, setVerified] = useState<Verified>();
  const [busy, start] = useTransition();
  const run = () =>
    start(async () => {
      setVerified(
        await verify().catch(() => ({ ok: false as const, message: "The server did not answer." })),
      );
    });
  return (
    <Card>
      <CardHeader>
        <h2>Proof and copies</h2>
      </CardHeader>
      <CardBody className="grid gap-4">
        <p className="text-muted-foreground">
          Each row is signed together with the one before it. Verifying follows them all, and finds what was
          altered, removed, inserted or moved. A download holds what the filter shows.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={run} disabled={busy}>
            {busy ? "Verifying…" : "Verify the log"}
          </Button>
          {(["csv", "jsonl"] as const).map((format) => (
            <Button key={format} asChild variant="ghost">
              <a href={exportHref(query, format)} download>
                <Download aria-hidden /> {format === "csv" ? "Download CSV" : "Download JSON lines"}
              </a>
            </Button>
          ))}
        </div>
        <div aria-live="polite">{verified && <Result verified={verified} />}</div>
      </CardBody>
    </Card>
  );
}

function Result({ verified }: { verified: Verified }) {
  if (!verified.ok) return <Failed>{verified.message}</Failed>;
  const { intact, rows, older, damages, lastSeq } = verified.value;
  if (!intact) {
    return (
      <Failed>
        The log is not as it was written.
        <ul className="mt-1 list-disc pl-5">
          {damages.map((damage) => (
            <li key={`${damage.kind} ${damage.seq}`}>{damageWords(damage)}</li>
          ))}
        </ul>
      </Failed>
    );
  }
  return (
    <Alert variant="ok">
      <CircleCheck aria-hidden />
      <p>
        {rows === 1 ? "The one row is" : `All ${rows} rows are`} as written, and none is missing. The last one
        is number {lastSeq}.{older > 0 && ` ${older} older ones are from before there was a chain.`}
      </p>
    </Alert>
  );
}

function Failed({ children }: { children: React.ReactNode }) {
  return (
    <Alert variant="fail">
      <CircleAlert aria-hidden />
      <div>{children}</div>
    </Alert>
  );
}

function damageWords({ kind, seq, at }: Damage): string {
  const row = `Row ${seq}${at ? ` of ${at.slice(0, 16).replace("T", " ")} UTC` : ""}`;
  if (kind === "altered") return `${row} was altered.`;
  if (kind === "inserted") return `${row} was inserted.`;
  if (kind === "reordered") return `${row} is not where it was written.`;
  if (kind === "removed")
    return seq === null
      ? "Rows at the beginning are missing."
      : `Rows after ${row.toLowerCase()} are missing.`;
  return "Where the log begins or ends was changed by somebody else.";
}
