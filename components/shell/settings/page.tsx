import type { Route } from "next";
import type { ReactNode } from "react";
import type { Crumb } from "@/components/ui/breadcrumb";
import { Page, PageHead } from "../page";
import { SettingsNav } from "./nav";

type SettingsPageProps = { title: string; lead?: ReactNode; above?: readonly Crumb[]; children: ReactNode };

/** A page of the settings: its head, the list of sections, and the content beside it. */
export function SettingsPage({ title, lead, above = [], children }: SettingsPageProps) {
  const settings = { label: "Settings", href: "/settings/profile" as Route };
  return (
    <Page crumbs={[settings, ...above, { label: title }]}>
      <PageHead title={title} lead={lead} />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[176px_minmax(0,760px)]">
        <SettingsNav />
        <div className="grid min-w-0 content-start gap-5">{children}</div>
      </div>
    </Page>
  );
}
