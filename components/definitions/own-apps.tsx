import { Pencil, TriangleAlert } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { AppTile } from "@/components/marks/app-tile";
import { TimeAgo } from "@/components/marks/time-ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { CustomApp } from "@/lib/apps/custom/schema";
import { DeleteApp, type RemoveApp } from "./delete-app";

/** The organization's own apps, each with what is made from it. */
export function OwnApps({ apps, remove }: { apps: CustomApp[]; remove: RemoveApp }) {
  if (apps.length === 0) return <None />;
  return (
    <Card aria-label="Your apps">
      <ul>
        {apps.map((app) => (
          <li
            key={app.entry.id}
            className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-border-soft px-5 py-4 last:border-b-0 max-md:grid-cols-[40px_minmax(0,1fr)] max-md:px-4"
          >
            <AppTile logo={app.entry.logo} name={app.entry.name} />
            <AppWords app={app} />
            <div className="flex gap-2 max-md:col-start-2">
              <Button asChild size="sm">
                <Link href={`/apps/custom/${app.entry.id}` as Route}>
                  <Pencil aria-hidden />
                  Edit<span className="sr-only"> {app.entry.name}</span>
                </Link>
              </Button>
              <DeleteApp app={app} remove={remove} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AppWords({ app: { entry, shadowed, projects, updatedAt } }: { app: CustomApp }) {
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <Link className="link min-w-0 truncate font-semibold" href={`/apps/${entry.id}` as Route}>
          {entry.name}
        </Link>
        {!entry.available && <Badge variant="line">Coming soon</Badge>}
        {shadowed && (
          <Badge variant="warn" title="The catalog has an app with the same id, which is shown instead.">
            <TriangleAlert aria-hidden />
            Hidden by the catalog
          </Badge>
        )}
      </div>
      <p className="truncate text-sm text-muted-foreground">{entry.description}</p>
      <p className="mt-0.5 text-xs text-subtle-foreground">
        <code>{entry.id}</code> · {entry.version || "own image"} · changed <TimeAgo at={updatedAt} /> ·{" "}
        {projects.length === 0 ? "no project uses it" : "used by "}
        {projects.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ", "}
            <Link className="link" href={`/projects/${id}` as Route}>
              {name}
            </Link>
          </span>
        ))}
      </p>
    </div>
  );
}

function None() {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <h2>No app of your own yet</h2>
      <p className="max-w-[52ch] text-muted-foreground">
        Add what the catalog does not have: write a definition, or turn a compose file or a template of
        another platform into one. Then install it like any other app.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button asChild variant="primary">
          <Link href="/apps/import">Import a compose file</Link>
        </Button>
        <Button asChild>
          <Link href="/apps/custom/new">Write a definition</Link>
        </Button>
      </div>
    </Card>
  );
}
