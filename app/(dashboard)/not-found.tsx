import Link from "next/link";
import { QuietCard } from "@/components/marks/quiet-page";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";

export default function NotFound() {
  return (
    <Page crumbs={[{ label: "Not found" }]}>
      <QuietCard
        mark="404"
        title="Off the chart"
        actions={
          <>
            <Button asChild>
              <Link href="/projects">All projects</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/apps">Catalog</Link>
            </Button>
          </>
        }
      >
        It is not here any more, never was, or you may not see it.
      </QuietCard>
    </Page>
  );
}
