import type { Metadata } from "next";
import Link from "next/link";
import { DeploymentList } from "@/components/deployments/deployment-list";
import { Anchorage } from "@/components/marks/anchorage";
import { Page, PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { requireCaller } from "@/lib/auth/page-caller";
import { listDeployments } from "@/lib/deployments";

export const metadata: Metadata = { title: "Deployments" };

export default async function DeploymentsPage() {
  const caller = await requireCaller("/deployments");
  const { data } = await listDeployments(caller, {});
  return (
    <Page crumbs={[{ label: "Deployments" }]}>
      <PageHead title="Deployments" lead="Every installation and change, newest first, with its log." />
      {data.length > 0 ? <DeploymentList initial={data} /> : <Nothing />}
    </Page>
  );
}

function Nothing() {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <Anchorage />
      <h2>Nothing has sailed in yet</h2>
      <p className="max-w-[44ch] text-muted-foreground">
        Each installation, redeployment and retry is kept here with its steps and its log.
      </p>
      <Button asChild variant="primary" className="mt-2">
        <Link href="/apps">Choose your first app</Link>
      </Button>
    </Card>
  );
}
