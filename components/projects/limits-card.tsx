"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { megabytes } from "@/components/marks/words";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { InputBox } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { GivenResources, ProjectResources } from "@/lib/projects/resources/schema";
import {
  type Figure,
  type LimitDraft,
  limitChanges,
  limitDrafts,
  toGiven,
  wrongFigure,
} from "./limit-changes";
import { RedeployBar } from "./redeploy-bar";

type Issue = { path: string; message: string };
type Saved = { ok: true } | { ok: false; message: string; issues?: Issue[] };

type LimitsCardProps = {
  projectId: string;
  resources: ProjectResources;
  canWrite: boolean;
  save: (resources: GivenResources, redeploy: boolean) => Promise<Saved>;
};

/** What each service may use at most; an empty field is no limit. */
export function LimitsCard({ projectId, resources, canWrite, save }: LimitsCardProps) {
  const router = useRouter();
  const [drafts, setDrafts] = useState(() => limitDrafts(resources));
  const [issues, setIssues] = useState<Issue[]>([]);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const figures: Figure[] = drafts.some(({ stored, profile }) => stored.diskMb || profile?.diskMb)
    ? ["memoryMb", "cpuCores", "diskMb"]
    : ["memoryMb", "cpuCores"];
  const errorOf = (draft: LimitDraft, figure: Figure) =>
    wrongFigure(draft, figure) ??
    issues.find(({ path }) => path === `resources.${draft.service}.${figure}`)?.message;
  function change(service: string, figure: Figure, text: string) {
    setIssues((before) => before.filter(({ path }) => path !== `resources.${service}.${figure}`));
    setDrafts((before) =>
      before.map((one) =>
        one.service === service ? { ...one, texts: { ...one.texts, [figure]: text } } : one,
      ),
    );
  }
  function onSave(redeploy: boolean) {
    const wrong = drafts.flatMap((one) =>
      figures.filter((figure) => errorOf(one, figure)).map((figure) => fieldId(one, figure)),
    );
    if (wrong[0]) {
      document.getElementById(wrong[0])?.focus();
      return setFailure("A limit needs attention.");
    }
    start(async () => {
      setFailure(undefined);
      const result = await save(toGiven(drafts), redeploy).catch((): Saved => UNREACHABLE);
      if (!result || result.ok) return router.refresh();
      setFailure(result.message);
      setIssues(result.issues ?? []);
    });
  }
  return (
    <>
      <Card aria-labelledby="limits-heading">
        <CardHeader>
          <div>
            <h2 id="limits-heading">Limits</h2>
            <p className="text-sm text-muted-foreground">{machineInWords(resources.capacity)}</p>
          </div>
          {resources.needsRedeploy ? (
            <Badge variant="warn">Waits for a redeploy</Badge>
          ) : (
            <span className="text-xs text-subtle-foreground">Changes run with the next deployment</span>
          )}
        </CardHeader>
        <fieldset disabled={!canWrite}>
          {drafts.map((draft) => (
            <ServiceLimits
              key={draft.service}
              draft={draft}
              figures={figures}
              errorOf={(figure) => errorOf(draft, figure)}
              onChange={(figure, text) => change(draft.service, figure, text)}
            />
          ))}
        </fieldset>
      </Card>
      <RedeployBar
        changes={limitChanges(drafts)}
        waiting={[]}
        busy={busy}
        failure={failure}
        planned={{ projectId, proposal: () => ({ resources: toGiven(drafts) }) }}
        discard={() => {
          setDrafts(limitDrafts(resources));
          setIssues([]);
          setFailure(undefined);
        }}
        save={onSave}
      />
    </>
  );
}

const UNREACHABLE: Saved = { ok: false, message: "The server did not answer. Nothing is lost: try again." };

function machineInWords({ memoryMb, cpuCores }: ProjectResources["capacity"]): string {
  const has = [memoryMb && `${megabytes(memoryMb)} of memory`, cpuCores && `${cpuCores} vCPU`].filter(
    Boolean,
  );
  const most = "The most that a service may use; empty is no limit.";
  return has.length > 0 ? `${most} This machine has ${has.join(" and ")}.` : most;
}

const FIELDS: Record<Figure, { label: string; unit: string }> = {
  memoryMb: { label: "Memory", unit: "MB" },
  cpuCores: { label: "Processor", unit: "vCPU" },
  diskMb: { label: "Disk", unit: "MB" },
};

type ServiceLimitsProps = {
  draft: LimitDraft;
  figures: Figure[];
  errorOf: (figure: Figure) => string | undefined;
  onChange: (figure: Figure, text: string) => void;
};

function ServiceLimits({ draft, figures, errorOf, onChange }: ServiceLimitsProps) {
  const advice = adviceInWords(draft);
  return (
    <CardBody className="grid gap-x-5 gap-y-3 border-b border-border-soft last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="min-w-0">
        <h3 className="truncate" title={draft.service}>
          {draft.service}
        </h3>
        {advice && <p className="text-xs text-muted-foreground">{advice}</p>}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-x-4 gap-y-3">
        {figures.map((figure) => {
          const id = fieldId(draft, figure);
          const error = errorOf(figure);
          return (
            <div key={figure} className="grid content-start gap-1.5">
              <Label htmlFor={id}>
                {FIELDS[figure].label}
                <span className="sr-only"> of {draft.service}</span>
              </Label>
              <InputBox>
                <input
                  id={id}
                  inputMode={figure === "cpuCores" ? "decimal" : "numeric"}
                  autoComplete="off"
                  placeholder="No limit"
                  value={draft.texts[figure]}
                  aria-invalid={Boolean(error)}
                  aria-describedby={describedBy(id, { error })}
                  onChange={(event) => onChange(figure, event.target.value)}
                />
                <span className="text-xs text-subtle-foreground">{FIELDS[figure].unit}</span>
              </InputBox>
              <FieldNotes id={id} error={error} />
            </div>
          );
        })}
      </div>
    </CardBody>
  );
}

function fieldId({ service }: LimitDraft, figure: Figure): string {
  return `limit-${service}-${figure}`;
}

function adviceInWords({ profile }: LimitDraft): string {
  const parts = [
    profile?.memoryMb && `${megabytes(profile.memoryMb)} of memory`,
    profile?.cpuCores && `${profile.cpuCores} vCPU`,
  ].filter(Boolean);
  return parts.length > 0 ? `The app suggests ${parts.join(" and ")}.` : "";
}
