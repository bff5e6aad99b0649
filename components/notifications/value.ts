import type {
  ChangedChannel,
  ChannelKind,
  ChannelRow,
  NewChannel,
  ToldEvent,
} from "@/lib/notifications/schema";
import { TOLD_EVENTS } from "@/lib/notifications/schema";

/** What a form holds, whatever kind is chosen: what was typed for one kind comes back with it. */
export type ChannelValue = {
  kind: ChannelKind;
  name: string;
  url: string;
  people: string[];
  events: ToldEvent[];
  /** null: all. */
  projectIds: string[] | null;
};

const FIRST_EVENTS = TOLD_EVENTS.filter((event) => event !== "update.done");

export function newValue(mail: boolean, userId: string): ChannelValue {
  const kind = mail ? "email" : "webhook";
  return { kind, name: "", url: "", people: [userId], events: [...FIRST_EVENTS], projectIds: null };
}

export function valueFrom({ kind, name, people, events, projects }: ChannelRow): ChannelValue {
  return {
    ...{ kind, name, url: "", events, people: people.map(({ userId }) => userId) },
    projectIds: projects === null ? null : projects.map(({ id }) => id),
  };
}

/** What is sent to add it. */
export function toNew({ kind, url, people, ...common }: ChannelValue): NewChannel {
  return kind === "email" ? { kind, ...common, people } : { kind, ...common, url };
}

/** What is sent to change it; an address left empty stays what it is. */
export function toChange(channelId: string, { kind, url, people, ...common }: ChannelValue): ChangedChannel {
  const where = kind === "email" ? { people } : url.trim() === "" ? {} : { url };
  return { channelId, ...common, ...where };
}
