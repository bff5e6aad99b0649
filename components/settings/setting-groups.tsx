"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { SettingField, SettingGroup } from "@/lib/app-definition/schema";
import { placeOf } from "./field-id";
import { SettingItem } from "./setting-item";
import type { SettingsState } from "./use-settings";

type SettingGroupsProps = {
  groups: readonly SettingGroup[];
  settings: SettingsState;
  changed?: ReadonlySet<string>;
  /** The heading is drawn elsewhere, as when each group has its own card. */
  hideHeading?: boolean;
};

/** Groups of settings with their headings; advanced ones wait behind a button at the end. */
export function SettingGroups({ groups, settings, changed, hideHeading }: SettingGroupsProps) {
  const plain = withFields(groups, (field) => !field.advanced);
  const advanced = withFields(groups, (field) => Boolean(field.advanced));
  return (
    <div className="grid [&>*+*]:mt-6 [&>*+*]:border-t [&>*+*]:border-border-soft [&>*+*]:pt-6">
      {plain.map((group) => (
        <Group key={group.id} group={group} settings={settings} changed={changed} hideHeading={hideHeading} />
      ))}
      {advanced.length > 0 && <Advanced groups={advanced} settings={settings} changed={changed} />}
    </div>
  );
}

function withFields(
  groups: readonly SettingGroup[],
  wanted: (field: SettingField) => boolean,
): SettingGroup[] {
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter(wanted) }))
    .filter((group) => group.fields.length > 0);
}

type GroupProps = {
  group: SettingGroup;
  settings: SettingsState;
  changed?: ReadonlySet<string>;
  hideHeading?: boolean;
};

function Group({ group, settings, changed, hideHeading }: GroupProps) {
  const two =
    group.columns === 2 || (group.columns === undefined && group.fields.some((field) => field.columns === 2));
  const runs = runsOf(group.fields.filter((field) => settings.isShown(field)));
  if (runs.length === 0) return null;
  return (
    <div>
      {!hideHeading && (
        <header className="mb-4">
          <h3>{group.label}</h3>
          {group.description && <p className="text-sm text-muted-foreground">{group.description}</p>}
        </header>
      )}
      <div className={cn("grid gap-5", two && "md:grid-cols-2")}>
        {runs.map((run) => (
          <div
            key={run.fields.map(placeOf).join()}
            className={cn(
              run.hangs ? "col-span-full grid gap-5 border-l-2 border-primary-line pl-[18px]" : "contents",
              run.hangs && two && "md:grid-cols-2",
            )}
          >
            {run.fields.map((field) => (
              <SettingItem
                key={placeOf(field)}
                field={field}
                value={settings.valueOf(field)}
                error={settings.errorOf(field) || undefined}
                kept={settings.isKept(field)}
                changed={changed?.has(placeOf(field)) ?? false}
                wide={!two || Boolean(field.fullWidth)}
                onChange={(value) => settings.set(field, value)}
                onBlur={() => settings.touch(field)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Neighbouring fields that are shown under a condition hang together on a line below what decides. */
function runsOf(fields: readonly SettingField[]): { hangs: boolean; fields: SettingField[] }[] {
  const runs: { hangs: boolean; fields: SettingField[] }[] = [];
  for (const field of fields) {
    const hangs = field.showIf !== undefined;
    const last = runs.at(-1);
    if (last && last.hangs === hangs) last.fields.push(field);
    else runs.push({ hangs, fields: [field] });
  }
  return runs;
}

function Advanced({ groups, settings, changed }: Omit<SettingGroupsProps, "hideHeading">) {
  const [opened, setOpened] = useState(false);
  const fields = groups.flatMap((group) => group.fields);
  const set = fields.filter(
    (field) => settings.valueOf(field) !== (field.default ?? (field.type === "boolean" ? "false" : "")),
  );
  const open = opened || fields.some((field) => settings.errorOf(field));
  return (
    <div>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5"
        aria-expanded={open}
        onClick={() => setOpened(!open)}
      >
        <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", open && "rotate-90")} />
        Advanced
        <span className="text-subtle-foreground">
          {counted(fields.length, "setting")},{" "}
          {set.length === 0 ? "all on their defaults" : `${set.length} changed`}
        </span>
      </Button>
      {open && (
        <div className="mt-4 grid gap-6">
          {groups.map((group) => (
            <Group
              key={group.id}
              group={group}
              settings={settings}
              changed={changed}
              hideHeading={groups.length === 1}
            />
          ))}
        </div>
      )}
    </div>
  );
}
