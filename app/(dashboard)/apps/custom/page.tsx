import { FileInput, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { OwnApps } from "@/components/definitions/own-apps";
import { Page, PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { listCustomApps } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";
import { deleteCustomAction } from "./actions";

export const metadata: Metadata = { title: "Your apps" };

export default async function CustomAppsPage() {
  const { data } = await listCustomApps(await requireCaller("/apps/custom"), {});
  return (
    <Page crumbs={[{ label: "Catalog", href: "/apps" }, { label: "Your apps" }]}>
      <PageHead
        title="Your apps"
        lead="Definitions that your organization brought itself. Only it can see and install them."
      >
        <Button asChild className="max-md:flex-1">
          <Link href="/apps/import">
            <FileInput aria-hidden />
            Import
          </Link>
        </Button>
        <Button asChild variant="primary" className="max-md:flex-1">
          <Link href="/apps/custom/new">
            <Plus aria-hidden />
            Write a definition
          </Link>
        </Button>
      </PageHead>
      <OwnApps apps={data} remove={deleteCustomAction} />
    </Page>
  );
}
