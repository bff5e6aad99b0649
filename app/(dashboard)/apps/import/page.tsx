import type { Metadata } from "next";
import { ImportView } from "@/components/import-app/import-view";
import { Page, PageHead } from "@/components/shell/page";
import { requireCaller } from "@/lib/auth/page-caller";
import { saveCustomAction } from "../custom/actions";

export const metadata: Metadata = { title: "Import an app" };

export default async function ImportPage() {
  await requireCaller("/apps/import");
  return (
    <Page
      crumbs={[
        { label: "Catalog", href: "/apps" },
        { label: "Your apps", href: "/apps/custom" },
        { label: "Import" },
      ]}
    >
      <PageHead
        title="Import an app"
        lead="Turn a compose file, or a template of Coolify, Dokploy, CapRover, Portainer or Runtipi, into an app of your own. Nothing is saved until you say so."
      />
      <ImportView save={saveCustomAction.bind(null, null)} />
    </Page>
  );
}
