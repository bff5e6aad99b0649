"use client";

import { useRouter } from "next/navigation";
import { useMemo, useState, useTransition } from "react";
import { placeOf } from "@/components/settings/field-id";
import { SettingGroups } from "@/components/settings/setting-groups";
import { answersOf, useSettings } from "@/components/settings/use-settings";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { SettingField, SettingGroup } from "@/lib/app-definition/schema";
import { isSecret, type SettingValues } from "@/lib/app-definition/settings-form";
import type { Undeployed } from "@/lib/projects/plan/schema";
import { type Change, RedeployBar } from "./redeploy-bar";
import { undeployedWords } from "./undeployed-words";

type ShownField = SettingField & { value: string; set: boolean };
export type ShownGroup = Omit<SettingGroup, "fields"> & { fields: ShownField[] };
type Place = { service: string; key: string };
type Saved = { ok: true } | { ok: false; message: string; issues?: { path: string; message: string }[] };

type SettingsCardProps = {
  projectId: string;
  groups: ShownGroup[];
  undeployed: Undeployed[];
  canWrite: boolean;
  save: (settings: Record<string, Record<string, string>>, redeploy: boolean) => Promise<Saved>;
};

/** An installed app's settings, and what it takes for a change to run. */
export function SettingsCard({ projectId, groups, undeployed, canWrite, save }: SettingsCardProps) {
  const router = useRouter();
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const { initial, secretsSet } = useMemo(() => storedIn(groups), [groups]);
  const settings = useSettings({ groups, initial, secretsSet });
  const fields = groups.flatMap((group) => group.fields);
  const changed = fields.filter(
    (field) => settings.isShown(field) && settings.valueOf(field) !== field.value,
  );
  const edited = () => answersOf([{ id: "changed", label: "changed", fields: changed }], settings.values);
  function onSave(redeploy: boolean) {
    const wrong = settings.showFirstWrong();
    if (wrong) return setFailure(wrong);
    start(async () => {
      setFailure(undefined);
      const result = await save(edited(), redeploy).catch(unreachable);
      if (!result || result.ok) {
        // A stored secret is not shown again: its field is empty, which means kept.
        for (const field of changed) if (isSecret(field)) settings.set(field, "");
        return router.refresh();
      }
      setFailure(result.message);
      settings.refuse(result.issues ?? []);
    });
  }
  function discard() {
    settings.reset();
    setFailure(undefined);
  }
  return (
    <>
      {groups.length > 0 && (
        <Card id="settings" aria-labelledby="settings-heading" className="scroll-mt-20">
          <CardHeader>
            <h2 id="settings-heading">Settings</h2>
            <span className="text-xs text-subtle-foreground">Changes run with the next deployment</span>
          </CardHeader>
          <CardBody>
            <fieldset disabled={!canWrite}>
              <SettingGroups groups={groups} settings={settings} changed={new Set(changed.map(placeOf))} />
            </fieldset>
          </CardBody>
        </Card>
      )}
      {canWrite && (
        <RedeployBar
          changes={changed.map((field) => toChange(field, settings.valueOf(field)))}
          waiting={undeployed.map(undeployedWords)}
          planned={{ projectId, proposal: () => ({ settings: edited() }) }}
          busy={busy}
          failure={failure}
          discard={discard}
          save={onSave}
        />
      )}
    </>
  );
}

const unreachable = (): Saved => ({
  ok: false,
  message: "The server did not answer. Nothing is lost: try again.",
});

function storedIn(groups: readonly ShownGroup[]) {
  const initial: Record<string, Record<string, string>> = {};
  const secretsSet: Place[] = [];
  for (const field of groups.flatMap((group) => group.fields)) {
    initial[field.service] = { ...initial[field.service], [field.key]: field.value };
    if (field.set && isSecret(field)) secretsSet.push(field);
  }
  return { initial: initial as SettingValues, secretsSet };
}

function toChange(field: ShownField, value: string): Change {
  if (isSecret(field)) return { key: field.key, before: field.set ? "••••" : "", after: "••••" };
  return { key: field.key, before: field.value, after: value };
}
