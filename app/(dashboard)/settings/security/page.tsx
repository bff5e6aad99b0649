import type { Metadata } from "next";
import { headers } from "next/headers";
import { PasskeysCard } from "@/components/security/passkeys/passkeys-card";
import { PasswordCard } from "@/components/security/password-card";
import { SessionsCard } from "@/components/security/sessions-card";
import { TwoFactorCard } from "@/components/security/two-factor/two-factor-card";
import { SettingsPage } from "@/components/shell/settings/page";
import { REFUSALS } from "@/lib/access/refusal";
import { openedHost, passkeysWorkAt, showAccount } from "@/lib/auth";
import { requireCaller } from "@/lib/auth/page-caller";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage() {
  await requireCaller("/settings/security");
  const asked = await headers();
  const { hasPassword, twoFactor, passkeys, sessions } = await showAccount(asked);
  const passkeysWork = passkeysWorkAt(openedHost(asked));
  return (
    <SettingsPage title="Security" lead="How you sign in, and where you are signed in.">
      <PasswordCard hasPassword={hasPassword} />
      <TwoFactorCard on={twoFactor} hasPassword={hasPassword} />
      <PasskeysCard
        passkeys={passkeys}
        unavailable={passkeysWork ? undefined : REFUSALS.PASSKEYS_UNAVAILABLE[1]}
      />
      <SessionsCard sessions={sessions} />
    </SettingsPage>
  );
}
