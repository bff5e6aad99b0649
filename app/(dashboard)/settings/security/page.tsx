import type { Metadata } from "next";
import { headers } from "next/headers";
import { FailAlert } from "@/components/marks/fail-alert";
import { PasskeysCard } from "@/components/security/passkeys/passkeys-card";
import { PasswordCard } from "@/components/security/password-card";
import { AccountsCard } from "@/components/security/providers/accounts-card";
import { SessionsCard } from "@/components/security/sessions-card";
import { TwoFactorCard } from "@/components/security/two-factor/two-factor-card";
import { SettingsPage } from "@/components/shell/settings/page";
import { REFUSALS } from "@/lib/access/refusal";
import { configuredProviders, openedHost, passkeysWorkAt, showAccount } from "@/lib/auth";
import { requireCaller } from "@/lib/auth/page-caller";
import { connectWords } from "./connect-words";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage({ searchParams }: PageProps<"/settings/security">) {
  await requireCaller("/settings/security");
  const asked = await headers();
  const { hasPassword, twoFactor, connected, passkeys, sessions } = await showAccount(asked);
  const passkeysWork = passkeysWorkAt(openedHost(asked));
  const providers = configuredProviders();
  const unconnected = connectWords((await searchParams).error);
  return (
    <SettingsPage title="Security" lead="How you sign in, and where you are signed in.">
      {unconnected && <FailAlert standing>{unconnected}</FailAlert>}
      <PasswordCard hasPassword={hasPassword} />
      <TwoFactorCard on={twoFactor} hasPassword={hasPassword} />
      <PasskeysCard
        passkeys={passkeys}
        unavailable={passkeysWork ? undefined : REFUSALS.PASSKEYS_UNAVAILABLE[1]}
      />
      {providers.length > 0 && <AccountsCard providers={providers} accounts={connected} />}
      <SessionsCard sessions={sessions} />
    </SettingsPage>
  );
}
