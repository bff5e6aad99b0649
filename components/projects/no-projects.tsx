"use client";

import Link from "next/link";
import { isInstallable } from "@/components/apps/categories";
import { Anchorage } from "@/components/marks/anchorage";
import { AppTile } from "@/components/marks/app-tile";
import { useShell } from "@/components/shell/shell-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

const OFTEN_FIRST = ["n8n", "gitea", "postgresql", "uptime-kuma"];

/** What belongs here, and the first step. */
export function NoProjects() {
  const { catalog } = useShell();
  const apps = OFTEN_FIRST.flatMap((id) => catalog.find((app) => app.id === id && isInstallable(app)) ?? []);
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <Anchorage />
      <h2>Nothing at anchor yet</h2>
      <p className="max-w-[44ch] text-muted-foreground">
        Installed apps appear here with their state and address. Pick a first app: it takes about a minute.
      </p>
      <Button asChild variant="primary" className="mt-2">
        <Link href="/apps">Choose your first app</Link>
      </Button>
      {apps.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center justify-center gap-2 text-sm text-muted-foreground">
          Often first:
          {apps.map((app) => (
            <Link
              key={app.id}
              href={`/apps/${app.id}`}
              className="inline-flex h-7 items-center gap-1.5 rounded-md border bg-card px-2 text-xs hover:bg-hover"
            >
              <AppTile logo={app.logo} name={app.name} size="xs" />
              {app.name}
            </Link>
          ))}
        </div>
      )}
    </Card>
  );
}
