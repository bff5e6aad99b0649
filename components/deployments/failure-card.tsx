"use client";

import { RotateCw, Undo2 } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useTransition } from "react";
import { toast } from "sonner";
import type { Outcome } from "@/components/shell/shell-provider";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import type { Deployment } from "@/lib/deployments/schema";
import { stepWords } from "./words";

type FailureCardProps = {
  deployment: Deployment;
  canWrite: boolean;
  /** Where what it was deployed with can be changed. */
  editHref: Route;
  retry: () => Promise<Outcome>;
};

/** Why a deployment failed, in words, and what makes sense to do now. */
export function FailureCard({ deployment, canWrite, editHref, retry }: FailureCardProps) {
  const { reason, advice, failedService, steps, state } = deployment;
  const step = steps.find((one) => one.state === "failed");
  return (
    <Card aria-label="What failed" className="mb-5 border-fail-line">
      <CardBody className="grid gap-3.5">
        <div>
          <h2>{reason ?? "The deployment failed"}</h2>
          <p className="mt-1 max-w-[78ch] text-muted-foreground">
            {step && (
              <>
                The step <b className="text-foreground">{stepWords(step.name)}</b> failed
                {failedService && (
                  <>
                    , at the service <code>{failedService}</code>
                  </>
                )}
                .{" "}
              </>
            )}
            {advice}
          </p>
        </div>
        {state === "rolled_back" && (
          <Alert variant="ok">
            <Undo2 aria-hidden />
            <div>
              <b>The version before serves again.</b>
            </div>
          </Alert>
        )}
        {canWrite && (
          <div className="flex flex-wrap gap-2">
            {isRepeatable(deployment) && <Retry retry={retry} />}
            <Button asChild>
              <Link href={editHref}>Edit settings</Link>
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

/**
 * What a retry deploys is the project as it is; an update or a way back that failed has not changed it. A project that
 * was to begin with the data of a backup gets it with the retry.
 */
function isRepeatable({ trigger, state }: Deployment): boolean {
  if (trigger === "restore") return state === "failed";
  return trigger !== "update" && trigger !== "rollback";
}

function Retry({ retry }: { retry: () => Promise<Outcome> }) {
  const [busy, start] = useTransition();
  return (
    <Button
      variant="primary"
      disabled={busy}
      onClick={() =>
        start(async () => {
          const outcome = await retry();
          if (outcome && !outcome.ok)
            toast.error("It was not started again", { description: outcome.message });
        })
      }
    >
      <RotateCw aria-hidden />
      {busy ? "Starting again…" : "Retry"}
    </Button>
  );
}
