import type { Metadata } from "next";
import { SetUp } from "@/components/security/two-factor/set-up";
import { SettingsPage } from "@/components/shell/settings/page";
import { requireCaller } from "@/lib/auth/page-caller";

export const metadata: Metadata = { title: "Set up two-factor authentication" };

export default async function SetUpPage() {
  await requireCaller("/settings/security/two-factor");
  return (
    <SettingsPage
      title="Set up two-factor authentication"
      lead="It begins when the first code is right. Until then nothing changes."
      above={[{ label: "Security", href: "/settings/security" }]}
    >
      <SetUp />
    </SettingsPage>
  );
}
