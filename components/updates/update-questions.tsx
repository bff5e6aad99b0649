"use client";

import { useMemo, useState, useTransition } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { SettingGroups } from "@/components/settings/setting-groups";
import { answersOf, useSettings } from "@/components/settings/use-settings";
import { Button } from "@/components/ui/button";
import type { SettingGroup } from "@/lib/app-definition/schema";
import type { Apply } from "./apply-update";

type UpdateQuestionsProps = { projectId: string; name: string; questions: SettingGroup[]; apply: Apply };

/** What the new version asks for and nobody has answered yet; with the answers it is taken. */
export function UpdateQuestions({ projectId, name, questions, apply }: UpdateQuestionsProps) {
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const groups = useMemo(() => withoutConditions(questions), [questions]);
  const settings = useSettings({ groups, initial: {}, secretsSet: [] });
  function take() {
    const wrong = settings.showFirstWrong();
    if (wrong) return setFailure(wrong);
    start(async () => {
      setFailure(undefined);
      const outcome = await apply(projectId, answersOf(groups, settings.values));
      if (!outcome || outcome.ok) return;
      setFailure(outcome.message);
      settings.refuse(outcome.issues ?? []);
    });
  }
  return (
    <form
      aria-label={`What the new version of ${name} asks for`}
      className="grid gap-4 rounded-md border border-warn-line bg-background p-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <p className="text-sm font-semibold">The new version asks for something first</p>
      <SettingGroups groups={groups} settings={settings} />
      {failure && <FailAlert>{failure}</FailAlert>}
      <Button type="submit" variant="primary" className="justify-self-end" disabled={busy}>
        {busy ? "Updating…" : "Update with these answers"}
      </Button>
    </form>
  );
}

/** What the server asks for is needed, whatever the fields say that are not asked about. */
function withoutConditions(groups: SettingGroup[]): SettingGroup[] {
  return groups.map((group) => ({
    ...group,
    fields: group.fields.map(({ showIf: _condition, advanced: _advanced, ...field }) => field),
  }));
}
