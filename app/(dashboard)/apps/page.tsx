import { Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { Catalog } from "@/components/apps/catalog";
import { CatalogSkeleton } from "@/components/apps/catalog-skeleton";
import { Page, PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import type { Caller } from "@/lib/access/caller";
import { listCatalog } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";

export const metadata: Metadata = { title: "Catalog" };

export default async function CatalogPage() {
  const caller = await requireCaller("/apps");
  return (
    <Page crumbs={[{ label: "Catalog" }]}>
      <PageHead title="Catalog" lead="Apps to install, each pinned to an exact version.">
        <Button asChild variant="ghost">
          <Link href="/apps/custom">Your apps</Link>
        </Button>
        <Button asChild>
          <Link href="/apps/custom/new">
            <Plus aria-hidden />
            Add your own app
          </Link>
        </Button>
      </PageHead>
      <Suspense fallback={<CatalogSkeleton />}>
        <Apps caller={caller} />
      </Suspense>
    </Page>
  );
}

async function Apps({ caller }: { caller: Caller }) {
  const { data } = await listCatalog(caller, {});
  return <Catalog apps={data} />;
}
