import { TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DefinitionForm } from "@/components/definitions/definition-form";
import { AppTile } from "@/components/marks/app-tile";
import { Page, PageHead } from "@/components/shell/page";
import { Alert } from "@/components/ui/alert";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { showCustomApp } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";
import { saveCustomAction } from "../actions";

export async function generateMetadata({ params }: PageProps<"/apps/custom/[appId]">): Promise<Metadata> {
  return { title: `Edit ${(await params).appId}` };
}

export default async function EditCustomAppPage({ params }: PageProps<"/apps/custom/[appId]">) {
  const { appId } = await params;
  const caller = await requireCaller(`/apps/custom/${appId}`);
  const { entry, source, shadowed, projects } = await appOr404(caller, appId);
  return (
    <Page
      crumbs={[
        { label: "Catalog", href: "/apps" },
        { label: "Your apps", href: "/apps/custom" },
        { label: entry.name },
      ]}
    >
      <PageHead
        tile={<AppTile logo={entry.logo} name={entry.name} size="l" />}
        title={`Edit ${entry.name}`}
        lead={
          projects.length > 0
            ? "What is installed stays as it is; changes count for the next installation."
            : "Changes count for the next installation."
        }
      />
      {shadowed && (
        <Alert variant="warn" className="mb-5">
          <TriangleAlert aria-hidden />
          <div>
            The catalog now has an app with the id <code>{entry.id}</code>, which is shown instead of this
            one. Save this text under another id as a new app, then delete this one.
          </div>
        </Alert>
      )}
      <DefinitionForm
        source={source}
        replaces={appId}
        cancelHref="/apps/custom"
        save={saveCustomAction.bind(null, appId)}
      />
    </Page>
  );
}

async function appOr404(caller: Caller, appId: string) {
  try {
    return await showCustomApp(caller, { appId });
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "VALIDATION_ERROR"))
      notFound();
    throw error;
  }
}
