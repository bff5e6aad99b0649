import type { Metadata } from "next";
import { RegistriesView } from "@/components/registries/registries-view";
import { NotTheirs } from "@/components/shell/settings/not-theirs";
import { SettingsPage } from "@/components/shell/settings/page";
import { requireCaller } from "@/lib/auth/page-caller";
import { readable } from "@/lib/http/readable";
import { listRegistries } from "@/lib/registries";
import { removeRegistryAction, setRegistryAction } from "./actions";

export const metadata: Metadata = { title: "Registries" };

const ACTIONS = { set: setRegistryAction, remove: removeRegistryAction };

export default async function RegistriesPage() {
  const caller = await requireCaller("/settings/registries");
  const registries = await readable(() => listRegistries(caller, {}));
  if (!registries) {
    const words = "Who administers the organization signs it in to registries. Ask one of them.";
    return <NotTheirs title="Registries" words={words} />;
  }
  return (
    <SettingsPage
      title="Registries"
      lead="Where private images come from. The sign-in is used when they are pulled or built upon, and when they are compared with what is newer."
    >
      <RegistriesView key={caller.organizationId} registries={registries.data} actions={ACTIONS} />
    </SettingsPage>
  );
}
