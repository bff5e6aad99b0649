import Link from "next/link";
import { Anchorage } from "@/components/marks/anchorage";
import { AppTile } from "@/components/marks/app-tile";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { CatalogEntry } from "@/lib/apps/schema";

/** What belongs here, and the first step. */
export function NoProjects({ apps }: { apps: readonly CatalogEntry[] }) {
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
