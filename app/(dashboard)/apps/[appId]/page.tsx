import { Download, ExternalLink, Pencil, TriangleAlert } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { Custom, Seal } from "@/components/apps/app-card";
import { isInstallable, ownPage } from "@/components/apps/categories";
import { AppTile } from "@/components/marks/app-tile";
import { Page, PageHead } from "@/components/shell/page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { showApp } from "@/lib/apps";
import type { CatalogEntry } from "@/lib/apps/schema";
import { requireCaller } from "@/lib/auth/page-caller";
import { AppNeeds } from "./app-needs";
import { AppOutputs } from "./app-outputs";
import { AppProjects } from "./app-projects";
import { AppServices } from "./app-services";

export async function generateMetadata({ params }: PageProps<"/apps/[appId]">): Promise<Metadata> {
  return { title: (await params).appId };
}

export default async function AppPage({ params }: PageProps<"/apps/[appId]">) {
  const { appId } = await params;
  const caller = await requireCaller(`/apps/${appId}`);
  const { entry, definition } = await appOr404(caller, appId);
  const page = ownPage(entry);
  return (
    <Page crumbs={[{ label: "Catalog", href: "/apps" }, { label: entry.name }]}>
      <PageHead
        tile={<AppTile logo={entry.logo} name={entry.name} size="l" />}
        title={
          <span className="flex items-center gap-2">
            {entry.name}
            {entry.verified && <Seal />}
            {entry.custom && <Custom />}
          </span>
        }
        lead={entry.description}
      >
        {definition.repository && (
          <Button asChild variant="ghost">
            <a href={definition.repository} target="_blank" rel="noreferrer">
              Source
              <ExternalLink aria-hidden />
            </a>
          </Button>
        )}
        {entry.custom && (
          <Button asChild>
            <Link href={`/apps/custom/${entry.id}` as Route}>
              <Pencil aria-hidden />
              Edit
            </Link>
          </Button>
        )}
        {page && (
          <Button asChild variant="primary" className="max-md:flex-1">
            <Link href={page as Route}>Open</Link>
          </Button>
        )}
        {isInstallable(entry) && (
          <Button asChild variant="primary" className="max-md:flex-1">
            <Link href={`/apps/${entry.id}/install`}>
              <Download aria-hidden />
              Install {entry.name}
            </Link>
          </Button>
        )}
      </PageHead>
      <Hurdle entry={entry} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-5">
          <AppServices definition={definition} />
          <AppOutputs definition={definition} />
          <Suspense>
            <AppProjects caller={caller} appId={entry.id} />
          </Suspense>
        </div>
        {entry.kind === "template" && (
          <Suspense fallback={<Skeleton className="h-[300px] rounded-lg" />}>
            <AppNeeds caller={caller} entry={entry} />
          </Suspense>
        )}
      </div>
    </Page>
  );
}

async function appOr404(caller: Caller, appId: string) {
  try {
    return await showApp(caller, { appId });
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "VALIDATION_ERROR"))
      notFound();
    throw error;
  }
}

/** Why it cannot be installed, or what to think of first. */
function Hurdle({ entry }: { entry: CatalogEntry }) {
  const sentence = !entry.available
    ? entry.custom
      ? `${entry.name} is shown as coming soon. Set "available": true in its definition to install it.`
      : `${entry.name} is not ready to be installed yet. It will be, in a later version of the catalog.`
    : entry.requiresVersion
      ? `${entry.name} needs Roadstead ${entry.requiresVersion} or newer. Update this instance first.`
      : entry.experimental
        ? "Experimental: it installs, but upgrades and unusual settings have not been tried. Keep a copy of what matters."
        : undefined;
  if (!sentence) return null;
  return (
    <Alert variant="warn" className="mb-5">
      <TriangleAlert aria-hidden />
      <div>{sentence}</div>
    </Alert>
  );
}
