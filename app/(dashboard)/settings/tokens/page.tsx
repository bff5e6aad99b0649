import type { Metadata } from "next";
import { SettingsPage } from "@/components/shell/settings/page";
import { TokensView } from "@/components/tokens/tokens-view";
import { requireCaller } from "@/lib/auth/page-caller";
import { grantChoices } from "@/lib/grants";
import { myOrganizations } from "@/lib/members";
import { listTokens } from "@/lib/tokens";
import { createTokenAction, revokeTokenAction } from "./actions";

export const metadata: Metadata = { title: "Tokens" };

const ACTIONS = { create: createTokenAction, revoke: revokeTokenAction };

export default async function TokensPage() {
  const caller = await requireCaller("/settings/tokens");
  const [{ data: tokens }, choices, organizations] = await Promise.all([
    listTokens(caller, {}),
    grantChoices(caller),
    myOrganizations(caller),
  ]);
  const here = organizations.find(({ id }) => id === caller.organizationId);
  return (
    <SettingsPage
      title="Tokens"
      lead="For the command line, scripts and servers. A token acts as you, never with more than you may do."
    >
      <TokensView
        key={caller.organizationId}
        tokens={tokens}
        choices={choices}
        organization={here?.name ?? "your organization"}
        actions={ACTIONS}
      />
    </SettingsPage>
  );
}
