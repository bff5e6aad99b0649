import type { NoticeEvent } from "./schema";

/** An update's deployment, and from which version to which; empty where a version has no name. */
type OfUpdate = { from: string; to: string; deploymentId: string; number: number };
/** `lines` are what a program wrote, secrets hidden: data, whatever they say. */
type OfFailure = OfUpdate & { reason: string; service: string | null; lines: string[] };
type OfService = { service: string; reason: string; since: string };

/** What there is to tell of each event. Times are ISO 8601. No value of it may be a secret. */
export type About = {
  "update.available": { from: string; to: string; releaseNotes: string | null };
  "update.done": OfUpdate;
  "update.rolled_back": OfFailure;
  "update.failed": OfFailure;
  "service.down": OfService;
  "service.crash_loop": OfService;
  "service.recovered": { service: string; since: string };
  /** `backup` names it for people; `path` is the page of the dashboard to look at. */
  "backup.failed": { backup: string; reason: string; path: string | null };
  test: { by: string };
};

/** Something that happened and that people may want to be told of. */
export type Fact<E extends NoticeEvent = NoticeEvent> = {
  [One in E]: {
    event: One;
    organizationId: string;
    projectId: string | null;
    /** What makes it this one and no other: told again under the same key, it is told once. */
    key: string;
    about: About[One];
    /** The keys of earlier facts of this project: only who was told of one of them is told of this. */
    follows?: readonly string[];
  };
}[E];
