import type { Metadata } from "next";
import { KeyCard } from "@/components/backups/key-card";
import { StoragesView } from "@/components/backups/storages-view";
import { SettingsPage } from "@/components/shell/settings/page";
import { requireCaller } from "@/lib/auth/page-caller";
import { listDestinations } from "@/lib/backups";
import { addStorageAction, checkStorageAction, removeStorageAction, showKeyAction } from "./actions";

export const metadata: Metadata = { title: "Backup storage" };

const ACTIONS = {
  add: addStorageAction,
  check: checkStorageAction,
  remove: removeStorageAction,
  showKey: showKeyAction,
};

export default async function BackupStoragePage() {
  const caller = await requireCaller("/settings/backups");
  const { data } = await listDestinations(caller, {});
  return (
    <SettingsPage
      title="Backup storage"
      lead="Where backups of this organization's projects go. They are encrypted before they leave this machine."
    >
      <StoragesView
        key={caller.organizationId}
        storages={data}
        instanceAdmin={caller.instanceAdmin}
        actions={ACTIONS}
      />
      {caller.instanceAdmin && <KeyCard show={showKeyAction} />}
    </SettingsPage>
  );
}
