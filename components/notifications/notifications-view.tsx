"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "sonner";
import type { ChannelChoices, ChannelRow, MadeChannel } from "@/lib/notifications/schema";
import type { ChannelActions } from "./actions";
import { ChannelsCard } from "./channels-card";
import { NewChannelCard } from "./new-channel-card";
import { SecretCard } from "./secret-card";

type NotificationsViewProps = {
  channels: ChannelRow[];
  choices: ChannelChoices;
  userId: string;
  actions: ChannelActions;
};

/** The channels of an organization: a secret just made, the form for the next, and all of them. */
export function NotificationsView({ channels, choices, userId, actions }: NotificationsViewProps) {
  const router = useRouter();
  const opener = useRef<HTMLButtonElement>(null);
  const [writing, setWriting] = useState(channels.length === 0);
  const [shown, setShown] = useState<{ name: string; secret: string }>();
  function close() {
    setWriting(false);
    requestAnimationFrame(() => opener.current?.focus());
  }
  function added({ name, secret }: MadeChannel) {
    if (secret) {
      // The next thing to do is to copy it, so the focus is left to its card.
      setWriting(false);
      setShown({ name, secret });
    } else {
      close();
      toast.success(`${name} is added`);
    }
    router.refresh();
  }
  return (
    <>
      {shown && <SecretCard key={shown.secret} {...shown} close={() => setShown(undefined)} />}
      {writing && (
        <NewChannelCard
          choices={choices}
          userId={userId}
          add={actions.add}
          done={added}
          cancel={channels.length > 0 ? close : undefined}
        />
      )}
      <ChannelsCard
        channels={channels}
        choices={choices}
        actions={actions}
        show={(name, secret) => setShown({ name, secret })}
        begin={writing ? undefined : () => setWriting(true)}
        beginRef={opener}
      />
    </>
  );
}
