"use client";

import { Box } from "lucide-react";
import type { ReactNode } from "react";
import { megabytes } from "@/components/marks/words";
import { SettingGroups } from "@/components/settings/setting-groups";
import type { SettingsState } from "@/components/settings/use-settings";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { imageInWords } from "@/lib/app-definition/build-file";
import type { AppDefinition, SettingGroup } from "@/lib/app-definition/schema";
import type { HostFit } from "@/lib/apps/schema";

type SettingsStepProps = {
  definition: AppDefinition;
  /** The groups with the fields asked at installation. */
  groups: readonly SettingGroup[];
  settings: SettingsState;
  fit: HostFit;
  host: string;
  /** The field for the name; a reopened draft has its name already. */
  name: ReactNode;
};

/** The first step, laid out as the definition asks for. */
export function SettingsStep({ definition, groups, settings, fit, host, name }: SettingsStepProps) {
  const layout = definition.installLayout?.settings;
  const place = <Place definition={definition} fit={fit} host={host} />;
  if (layout === "single") {
    return (
      <Card aria-labelledby="name-and-settings">
        <CardHeader>
          <h2 id="name-and-settings">Name and settings</h2>
        </CardHeader>
        <CardBody className="grid gap-6">
          {name}
          {groups.length > 0 && <SettingGroups groups={groups} settings={settings} />}
          {place}
        </CardBody>
      </Card>
    );
  }
  const cards =
    layout === "grouped" ? (
      groups.map((group) => <GroupCard key={group.id} group={group} settings={settings} />)
    ) : (
      <AllSettings groups={groups} settings={settings} appName={definition.name} />
    );
  return (
    <div
      className={cn(
        "grid items-start gap-5",
        name && "lg:grid-cols-[372px_minmax(0,1fr)]",
        name && layout === "split" && "lg:grid-cols-2",
      )}
    >
      {name ? (
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-[calc(var(--topbar-height)+20px)]">
          <Card aria-labelledby="name-and-place">
            <CardHeader>
              <h2 id="name-and-place">Name and place</h2>
            </CardHeader>
            <CardBody className="grid gap-5">
              {name}
              {place}
            </CardBody>
          </Card>
          <WhatRuns definition={definition} />
        </div>
      ) : null}
      <div className="grid min-w-0 gap-4">{cards}</div>
    </div>
  );
}

function AllSettings({
  groups,
  settings,
  appName,
}: {
  groups: readonly SettingGroup[];
  settings: SettingsState;
  appName: string;
}) {
  return (
    <Card aria-labelledby="settings-heading">
      <CardHeader>
        <h2 id="settings-heading">Settings</h2>
        <span className="text-xs text-subtle-foreground">Asked once, editable later</span>
      </CardHeader>
      <CardBody>
        {groups.length > 0 ? (
          <SettingGroups groups={groups} settings={settings} />
        ) : (
          <p className="text-sm text-muted-foreground">
            {appName} asks for nothing here. Secrets it needs are generated for you.
          </p>
        )}
      </CardBody>
    </Card>
  );
}

function GroupCard({ group, settings }: { group: SettingGroup; settings: SettingsState }) {
  return (
    <Card aria-label={group.label}>
      <CardHeader>
        <div>
          <h2>{group.label}</h2>
          {group.description && <p className="text-sm text-muted-foreground">{group.description}</p>}
        </div>
      </CardHeader>
      <CardBody>
        <SettingGroups groups={[group]} settings={settings} hideHeading />
      </CardBody>
    </Card>
  );
}

function Place({ definition, fit, host }: { definition: AppDefinition; fit: HostFit; host: string }) {
  const needed = fit.minResources?.memoryMb;
  const has = fit.capacity.memoryMb;
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-semibold">Runs on</span>
      <div className="flex min-h-9 items-center gap-2 rounded-md border bg-background px-[11px]">
        <span className="truncate">{host}</span>
        {fit.capacity.cpuCores !== null && (
          <span className="text-sm text-subtle-foreground">{fit.capacity.cpuCores} vCPU</span>
        )}
      </div>
      <p className="text-xs text-muted-foreground">
        {has === null ? "Its memory could not be read." : `It has ${megabytes(has)} of memory.`}{" "}
        {needed
          ? `${definition.name} asks for ${megabytes(needed)}.`
          : `${definition.name} names no minimum.`}
      </p>
    </div>
  );
}

function WhatRuns({ definition }: { definition: AppDefinition }) {
  return (
    <Card aria-labelledby="what-runs">
      <CardBody className="grid gap-3">
        <h3 id="what-runs">What will run</h3>
        {definition.services.map((service) => (
          <div key={service.name} className="flex min-w-0 items-center gap-2 text-sm">
            <Box aria-hidden className="size-3.5" />
            <code>{service.name}</code>
            <span className="truncate text-muted-foreground" title={imageInWords(service)}>
              {imageInWords(service)}
            </span>
          </div>
        ))}
      </CardBody>
    </Card>
  );
}
