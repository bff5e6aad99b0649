import type { Metadata } from "next";
import Link from "next/link";
import { QuietCard } from "@/components/marks/quiet-page";
import { Button } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[560px] content-center p-5">
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
        There is nothing at this address, or you may not see it.
      </QuietCard>
    </main>
  );
}
