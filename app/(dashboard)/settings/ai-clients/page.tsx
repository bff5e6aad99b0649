import type { Metadata } from "next";
import { AddressCard } from "@/components/mcp-clients/address-card";
import { ClientsCard } from "@/components/mcp-clients/clients-card";
import { SettingsPage } from "@/components/shell/settings/page";
import { requireCaller } from "@/lib/auth/page-caller";
import { listMcpClients, mcpAddress, mcpSignInOff, placesOf } from "@/lib/mcp-clients";
import { changeClientAction, disconnectClientAction } from "./actions";

export const metadata: Metadata = { title: "AI clients" };

const ACTIONS = { change: changeClientAction, disconnect: disconnectClientAction };

export default async function AiClientsPage() {
  const caller = await requireCaller("/settings/ai-clients");
  const [{ data: clients }, places] = await Promise.all([listMcpClients(caller, {}), placesOf(caller)]);
  return (
    <SettingsPage
      title="AI clients"
      lead="Programs that work with your apps for you. Each may do what you chose for it, and never more than you may."
    >
      <AddressCard address={mcpAddress()} off={mcpSignInOff()} />
      <ClientsCard clients={clients} places={places} actions={ACTIONS} />
    </SettingsPage>
  );
}
