import type { Metadata } from "next";
import { ProfileForm } from "@/components/security/profile-form";
import { SettingsPage } from "@/components/shell/settings/page";
import { requireCaller } from "@/lib/auth/page-caller";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const { name, email } = await requireCaller("/settings/profile");
  return (
    <SettingsPage title="Profile">
      <ProfileForm name={name} email={email} />
    </SettingsPage>
  );
}
