"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { toast } from "sonner";
import type { Outcome } from "@/components/shell/shell-provider";
import { useRunProject } from "@/components/shell/use-run-project";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { Project } from "@/lib/projects/schema";
import { hasContainers } from "./status-words";
import { useLiveProject } from "./use-live-project";

type RunCardsProps = { project: Project; redeploy: () => Promise<Outcome> };

/** Stop, start, restart, redeploy: each with what it does to those who use the app. */
export function RunCards({ project: initial, redeploy }: RunCardsProps) {
  const project = useLiveProject(initial);
  const run = useRunProject();
  const router = useRouter();
  const [busy, start] = useTransition();
  const disabled = busy || project.activeDeploymentId !== null;
  const stopped = project.status.state === "stopped";
  const act = (action: "start" | "stop" | "restart") =>
    start(async () => {
      await run(project, action);
      router.refresh();
    });
  const onRedeploy = () =>
    start(async () => {
      const outcome = await redeploy();
      if (outcome && !outcome.ok)
        toast.error(`${project.name} was not redeployed`, { description: outcome.message });
    });
  return (
    <Card aria-label="Run">
      {stopped ? (
        <Line title="Start" sentence="Starts the same containers again, in their order.">
          <Button disabled={disabled} onClick={() => act("start")}>
            Start
          </Button>
        </Line>
      ) : hasContainers(project) ? (
        <>
          <Line
            title="Restart"
            sentence="Stops every service and starts it again. It cannot be reached meanwhile."
          >
            <Button disabled={disabled} onClick={() => act("restart")}>
              Restart
            </Button>
          </Line>
          <Line
            title="Stop"
            sentence="Stops every service. Data and settings stay; nobody can reach it until it is started."
          >
            <Button disabled={disabled} onClick={() => act("stop")}>
              Stop
            </Button>
          </Line>
        </>
      ) : null}
      <Line
        title="Redeploy"
        sentence="Makes the containers anew with the settings as they are now. Volumes and secrets stay."
      >
        <Button disabled={disabled} onClick={onRedeploy}>
          Redeploy
        </Button>
      </Line>
    </Card>
  );
}

type LineProps = { title: string; sentence: string; children: ReactNode };

function Line({ title, sentence, children }: LineProps) {
  return (
    <CardHeader className="flex-nowrap last:border-b-0">
      <div>
        <h2 className="text-base leading-5">{title}</h2>
        <p className="text-sm text-muted-foreground">{sentence}</p>
      </div>
      {children}
    </CardHeader>
  );
}
