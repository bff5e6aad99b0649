import type { Metadata, Route } from "next";
import { notFound, redirect } from "next/navigation";
import { isInstallable } from "@/components/apps/categories";
import { Wizard } from "@/components/install/wizard";
import { Page } from "@/components/shell/page";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { planInstall, showApp } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";
import { showDraft } from "@/lib/projects";
import { installAction, saveDraftAction } from "./actions";

export const metadata: Metadata = { title: "Install" };

export default async function InstallPage({ params, searchParams }: PageProps<"/apps/[appId]/install">) {
  const { appId } = await params;
  const { draft: draftId } = await searchParams;
  const here = `/apps/${appId}/install`;
  const wanted = typeof draftId === "string" ? draftId : undefined;
  const caller = await requireCaller(wanted ? `${here}?draft=${wanted}` : here);
  const { entry, definition } = await orNotFound(showApp(caller, { appId }));
  if (!isInstallable(entry)) redirect(`/apps/${appId}` as Route);
  const { draft, plan } = await begin(caller, appId, wanted);
  // An open draft of this app is continued rather than begun a second time.
  if (!draft && plan.draftId) redirect(`${here}?draft=${plan.draftId}` as Route);
  return (
    <Page
      crumbs={[
        { label: "Catalog", href: "/apps" },
        { label: entry.name, href: `/apps/${appId}` as Route },
        { label: "Install" },
      ]}
    >
      <Wizard
        entry={entry}
        definition={definition}
        draft={draft}
        plan={plan}
        save={saveDraftAction}
        install={installAction}
      />
    </Page>
  );
}

async function begin(caller: Caller, appId: string, draftId: string | undefined) {
  const draft = draftId ? await orNotFound(showDraft(caller, { projectId: draftId })) : null;
  const answers = draft && {
    name: draft.name,
    settings: draft.settings,
    endpoints: draft.endpoints,
    connections: draft.connections,
  };
  return { draft, plan: await planInstall(caller, { appId, ...answers, deploy: Boolean(draft) }) };
}

async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "VALIDATION_ERROR"))
      notFound();
    throw error;
  }
}
