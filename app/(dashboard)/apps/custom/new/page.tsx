import { FileInput } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { DefinitionForm } from "@/components/definitions/definition-form";
import { STARTER } from "@/components/definitions/starter";
import { Page, PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { requireCaller } from "@/lib/auth/page-caller";
import { saveCustomAction } from "../actions";

export const metadata: Metadata = { title: "Add your own app" };

export default async function NewCustomAppPage() {
  await requireCaller("/apps/custom/new");
  return (
    <Page
      crumbs={[
        { label: "Catalog", href: "/apps" },
        { label: "Your apps", href: "/apps/custom" },
        { label: "New" },
      ]}
    >
      <PageHead
        title="Add your own app"
        lead="Write or paste an app definition, or choose its file. It is checked as you type."
      >
        <Button asChild>
          <Link href="/apps/import">
            <FileInput aria-hidden />
            Import a compose file instead
          </Link>
        </Button>
      </PageHead>
      <DefinitionForm source={STARTER} cancelHref="/apps/custom" save={saveCustomAction.bind(null, null)} />
    </Page>
  );
}
