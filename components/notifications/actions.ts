import type { ChangedChannel, MadeChannel, NewChannel, Tested } from "@/lib/notifications/schema";

type Issues = { path: string; message: string }[];
export type Refused = { ok: false; message: string; issues?: Issues };
export type Done = { ok: true } | Refused;

/** What the page of notifications hands to its parts. */
export type ChannelActions = {
  add: (input: NewChannel) => Promise<{ ok: true; value: MadeChannel } | Refused>;
  change: (input: ChangedChannel) => Promise<Done>;
  remove: (channelId: string) => Promise<Done>;
  test: (channelId: string) => Promise<{ ok: true; value: Tested } | Refused>;
  renewSecret: (channelId: string) => Promise<{ ok: true; value: { secret: string } } | Refused>;
};
