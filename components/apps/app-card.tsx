import { BadgeCheck, Check, ChevronRight, Lock } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { AppTile } from "@/components/marks/app-tile";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { CatalogEntry } from "@/lib/apps/schema";
import { CATEGORY_NAMES, isInstallable, ownPage } from "./categories";

const CARD =
  "group relative flex min-h-[152px] flex-col gap-3 rounded-lg border bg-card p-4 shadow-(--shadow-card) transition-colors max-md:grid max-md:min-h-0 max-md:grid-cols-[40px_minmax(0,1fr)] max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-3.5";

/** An app of the catalog. One that cannot be installed here says why and leads nowhere. */
export function AppCard({ app }: { app: CatalogEntry }) {
  if (!app.available) {
    return (
      <div className={cn(CARD, "border-dashed bg-transparent shadow-none")}>
        <Face app={app} foot={<Badge variant="line">Coming soon</Badge>} />
      </div>
    );
  }
  if (app.requiresVersion !== null) {
    return (
      <div className={CARD}>
        <Face
          app={app}
          foot={
            <Badge variant="warn" title="This instance is older than the app needs.">
              <Lock aria-hidden />
              Requires ≥ {app.requiresVersion}
            </Badge>
          }
        />
      </div>
    );
  }
  return (
    <Link
      href={`/apps/${app.id}`}
      className={cn(CARD, "hover:border-primary-line focus-visible:border-primary-line")}
    >
      <Face app={app} />
    </Link>
  );
}

function Face({ app, foot }: { app: CatalogEntry; foot?: ReactNode }) {
  const experimental = <Badge variant="warn">Experimental</Badge>;
  return (
    <>
      <div className="flex items-start justify-between gap-3 max-md:contents">
        <AppTile logo={app.logo} name={app.name} dimmed={!app.available} className="max-md:row-span-2" />
        <span className="flex gap-1.5 max-md:absolute max-md:top-3 max-md:right-3.5">
          <Corner app={app} />
        </span>
      </div>
      <div className="min-w-0">
        <div className="flex items-center gap-[5px] font-semibold max-md:pr-24">
          <span className={cn("truncate", !app.available && "text-muted-foreground")}>{app.name}</span>
          {app.verified && <Seal />}
          {app.custom && <Custom />}
        </div>
        <p className="mt-0.5 line-clamp-2 text-sm leading-[19px] text-muted-foreground">{app.description}</p>
      </div>
      <div className="mt-auto flex min-w-0 items-center justify-between gap-1.5 text-xs leading-5 text-subtle-foreground max-md:col-start-2">
        <span className="truncate">
          {[CATEGORY_NAMES[app.category], app.version].filter(Boolean).join(" · ")}
        </span>
        {foot ?? (app.installed > 0 && app.experimental && experimental)}
      </div>
    </>
  );
}

function Corner({ app }: { app: CatalogEntry }) {
  if (app.installed > 0) {
    return (
      <Badge variant="ok" title={app.installed > 1 ? `${app.installed} projects` : undefined}>
        <Check aria-hidden />
        Installed
      </Badge>
    );
  }
  const page = ownPage(app);
  if (!isInstallable(app) && !page) return null;
  return (
    <>
      {app.experimental && <Badge variant="warn">Experimental</Badge>}
      <span
        aria-hidden
        className={cn(
          "hidden h-5 items-center gap-1 text-sm font-semibold text-primary-text group-hover:flex group-focus-visible:flex",
          app.experimental && "group-hover:hidden group-focus-visible:hidden",
        )}
      >
        {page ? "Open" : "Install"}
        <ChevronRight className="size-3.5" />
      </span>
    </>
  );
}

/** The mark of an app that was reviewed. */
export function Seal() {
  return (
    <span title="Verified: reviewed and tested by the maintainers" className="text-primary-text">
      <BadgeCheck aria-hidden className="size-[15px]" />
      <span className="sr-only">Verified</span>
    </span>
  );
}

/** The mark of an app that the organization brought itself. */
export function Custom() {
  return (
    <Badge variant="primary" title="Brought by your organization; nobody else sees it">
      Custom
    </Badge>
  );
}
