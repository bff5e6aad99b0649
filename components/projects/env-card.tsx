"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Card, CardHeader } from "@/components/ui/card";
import { SearchBox } from "@/components/ui/search-box";
import type { EnvEntry } from "@/lib/projects/schema";
import { AddVariable } from "./add-variable";
import { changesOf, draftsOf, type EnvDraft, toSend } from "./env-changes";
import { EnvLine } from "./env-line";
import { RedeployBar } from "./redeploy-bar";

type Saved = { ok: true } | { ok: false; message: string; issues?: { path: string; message: string }[] };

type EnvCardProps = {
  projectId: string;
  entries: EnvEntry[];
  services: string[];
  canWrite: boolean;
  save: (env: ReturnType<typeof toSend>, redeploy: boolean) => Promise<Saved>;
};

/** Every variable of every service, with what people added or changed. */
export function EnvCard({ projectId, entries, services, canWrite, save }: EnvCardProps) {
  const router = useRouter();
  const [drafts, setDrafts] = useState(() => draftsOf(entries));
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const change = (next: EnvDraft) =>
    setDrafts((before) =>
      before.map((one) => (one.service === next.service && one.key === next.key ? next : one)),
    );
  function onSave(redeploy: boolean) {
    start(async () => {
      setFailure(undefined);
      const result = await save(toSend(drafts), redeploy).catch(() => ({
        ok: false as const,
        message: "The server did not answer. Nothing is lost: try again.",
        issues: undefined,
      }));
      if (!result || result.ok) return router.refresh();
      setFailure(result.issues?.[0]?.message ?? result.message);
    });
  }
  const shown = drafts.filter(({ service, key }) =>
    `${service} ${key}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <>
      <Card aria-labelledby="env-heading">
        <CardHeader>
          <div>
            <h2 id="env-heading">Environment</h2>
            <p className="text-sm text-muted-foreground">
              Secrets are stored encrypted and never shown again.
            </p>
          </div>
          <SearchBox
            className="w-[232px] max-md:w-full"
            label="Filter variables"
            placeholder="Filter"
            value={text}
            onChange={setText}
          />
        </CardHeader>
        <ul>
          {shown.map((draft) => (
            <EnvLine
              key={`${draft.service} ${draft.key}`}
              draft={draft}
              canWrite={canWrite}
              onChange={change}
            />
          ))}
        </ul>
        {shown.length === 0 && (
          <p className="px-5 py-6 text-center text-sm text-muted-foreground">No variable fits.</p>
        )}
        {canWrite && (
          <AddVariable
            services={services}
            taken={drafts}
            onAdd={(draft) => setDrafts((before) => [...before, draft])}
          />
        )}
      </Card>
      <RedeployBar
        changes={changesOf(drafts)}
        waiting={[]}
        busy={busy}
        failure={failure}
        planned={{ projectId, proposal: () => ({ env: toSend(drafts) }) }}
        discard={() => {
          setDrafts(draftsOf(entries));
          setFailure(undefined);
        }}
        save={onSave}
      />
    </>
  );
}
