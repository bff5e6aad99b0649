import type { Metadata } from "next";
import { DeliveriesCard } from "@/components/notifications/deliveries-card";
import { NotificationsView } from "@/components/notifications/notifications-view";
import { NotTheirs } from "@/components/shell/settings/not-theirs";
import { SettingsPage } from "@/components/shell/settings/page";
import { requireCaller } from "@/lib/auth/page-caller";
import { readable } from "@/lib/http/readable";
import { channelChoices, listChannels, listDeliveries } from "@/lib/notifications";
import {
  addChannelAction,
  changeChannelAction,
  removeChannelAction,
  renewSecretAction,
  testChannelAction,
} from "./actions";

export const metadata: Metadata = { title: "Notifications" };

const ACTIONS = {
  add: addChannelAction,
  change: changeChannelAction,
  remove: removeChannelAction,
  test: testChannelAction,
  renewSecret: renewSecretAction,
};

const SHOWN = 30;

export default async function NotificationsPage() {
  const caller = await requireCaller("/settings/notifications");
  const channels = await readable(() => listChannels(caller, {}));
  if (!channels) {
    const words = "Who administers the organization decides who is told of what. Ask one of them.";
    return <NotTheirs title="Notifications" words={words} />;
  }
  const [choices, { data: deliveries }] = await Promise.all([
    channelChoices(caller),
    listDeliveries(caller, { limit: SHOWN }),
  ]);
  return (
    <SettingsPage
      title="Notifications"
      lead="Who is told when an app can be updated, fails, or goes down, and where."
    >
      <NotificationsView
        key={caller.organizationId}
        channels={channels.data}
        choices={choices}
        userId={caller.userId}
        actions={ACTIONS}
      />
      <DeliveriesCard deliveries={deliveries} />
    </SettingsPage>
  );
}
