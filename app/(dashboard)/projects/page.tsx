import { Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { oftenFirst } from "@/components/projects/often-first";
import { ProjectList } from "@/components/projects/project-list";
import { Page, PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { listCatalog } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  const { data: catalog } = await listCatalog(await requireCaller("/projects"), {});
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
      <ProjectList oftenFirst={oftenFirst(catalog)} />
    </Page>
  );
}
