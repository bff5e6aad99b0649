"use client";

import { Plus } from "lucide-react";
import type { Ref } from "react";
import { Anchorage } from "@/components/marks/anchorage";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ChannelChoices, ChannelRow } from "@/lib/notifications/schema";
import type { ChannelActions } from "./actions";
import { ChannelLine } from "./channel-line";

type ChannelsCardProps = {
  channels: ChannelRow[];
  choices: ChannelChoices;
  actions: ChannelActions;
  show: (name: string, secret: string) => void;
  /** Opens the form for another; absent while it is open. */
  begin: (() => void) | undefined;
  beginRef: Ref<HTMLButtonElement>;
};

/** The channels there are, the oldest first. */
export function ChannelsCard({ channels, choices, actions, show, begin, beginRef }: ChannelsCardProps) {
  return (
    <Card aria-labelledby="channels-title">
      <CardHeader>
        <div>
          <h2 id="channels-title">Channels</h2>
          <p className="text-xs text-muted-foreground">
            {channels.length > 0 ? counted(channels.length, "channel") : "Nobody is told of anything yet"}
          </p>
        </div>
        {begin && (
          <Button ref={beginRef} variant="primary" onClick={begin}>
            <Plus aria-hidden />
            New channel
          </Button>
        )}
      </CardHeader>
      {channels.length === 0 ? (
        <CardBody className="grid gap-2 py-8 text-center text-sm text-muted-foreground">
          <Anchorage />
          <p>Add a channel above. It is told of what happens from then on.</p>
        </CardBody>
      ) : (
        <ul>
          {channels.map((channel) => (
            <ChannelLine key={channel.id} channel={channel} choices={choices} actions={actions} show={show} />
          ))}
        </ul>
      )}
    </Card>
  );
}
