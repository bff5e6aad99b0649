import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/account/settings-tabs";
import { Page, PageHead } from "@/components/shell/page";
import { signedIn } from "../signed-in";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  if (!(await signedIn())) return children;
  return (
    <Page crumbs={[{ label: "Settings" }]}>
      <PageHead title="Settings" />
      <SettingsTabs />
      {children}
    </Page>
  );
}
