import { Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { ProjectList } from "@/components/projects/project-list";
import { Page, PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { requireCaller } from "@/lib/auth/page-caller";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  await requireCaller("/projects");
  return (
    <Page crumbs={[{ label: "Projects" }]}>
      <PageHead title="Projects" lead="Everything you have installed, and the drafts you began.">
        <Button asChild>
          <Link href="/apps">
            <Plus aria-hidden />
            Install an app
          </Link>
        </Button>
      </PageHead>
      <ProjectList />
    </Page>
  );
}
