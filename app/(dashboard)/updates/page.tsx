import type { Metadata } from "next";
import { Page } from "@/components/shell/page";
import { UpdatesView } from "@/components/updates/updates-view";
import { requireCaller } from "@/lib/auth/page-caller";
import { listUpdates, mayScan, showUpdateRound } from "@/lib/updates";
import { applyAction, applyAllAction, stopRoundAction } from "./actions";

export const metadata: Metadata = { title: "Updates" };

type UpdatesPageProps = { searchParams: Promise<{ project?: string }> };

export default async function UpdatesPage({ searchParams }: UpdatesPageProps) {
  const caller = await requireCaller("/updates");
  const { project } = await searchParams;
  return (
    <Page crumbs={[{ label: "Updates" }]}>
      <UpdatesView
        initial={await listUpdates(caller, {})}
        canScan={mayScan(caller)}
        opened={project ?? null}
        apply={applyAction}
        applyAll={applyAllAction}
        round={(await showUpdateRound(caller, {})).round}
        stopRound={stopRoundAction}
      />
    </Page>
  );
}
