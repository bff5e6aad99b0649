import type { About } from "../facts";
import type { NoticeEvent } from "../schema";
import { oneLine } from "./inert";

/** A notice as it is stored. */
export type Notice = {
  [E in NoticeEvent]: {
    id: string;
    event: E;
    projectId: string | null;
    projectName: string | null;
    about: About[E];
    createdAt: Date;
  };
}[NoticeEvent];

export type Tone = "good" | "calm" | "bad";

/** What is told of one fact, before it becomes a letter or a message. Every text is one line, and plain. */
export type Words = {
  headline: string;
  /** Sentences below it. */
  details: string[];
  /** What a program wrote: data, whatever it says. */
  lines: string[];
  /** The page of the dashboard to look at. */
  path: string;
  tone: Tone;
};

const LONGEST_NAME = 80;

/** A notice in words for people. Pure. */
export function inWords(notice: Notice): Words {
  const name = notice.projectName ? oneLine(notice.projectName, LONGEST_NAME) : "";
  const told = TELL[notice.event](name, notice.about as never);
  const page = notice.projectId ? `/projects/${notice.projectId}` : "/projects";
  return {
    ...{ lines: [], path: page, tone: "bad" as const },
    ...told,
    headline: oneLine(told.headline, 200),
    details: told.details.map((line) => oneLine(line, 600)),
    ...(told.lines && { lines: told.lines.map((line) => oneLine(line, 300)).filter(Boolean) }),
  };
}

type Told = Pick<Words, "headline" | "details"> & Partial<Words>;

const TELL: { [E in NoticeEvent]: (name: string, about: About[E]) => Told } = {
  "update.available": (name, { from, to, releaseNotes }) => ({
    headline: `${name} can be updated${step(from, to)}`,
    details: [
      "Read what would change before you apply it.",
      ...(releaseNotes ? [`What is new: ${releaseNotes}`] : []),
    ],
    ...{ path: "/updates", tone: "calm" },
  }),
  "update.done": (name, { from, to, deploymentId }) => ({
    headline: `${name} is updated${step(from, to)}`,
    details: ["The new version works."],
    ...{ path: `/deployments/${deploymentId}`, tone: "good" },
  }),
  "update.rolled_back": (name, about) => ({
    headline: `The update of ${name}${step(about.from, about.to)} was rolled back`,
    ...failed(about),
  }),
  "update.failed": (name, about) => ({
    headline: `The update of ${name}${step(about.from, about.to)} failed`,
    ...failed(about),
  }),
  "service.down": (name, { service, reason }) => ({
    headline: `${oneLine(service, LONGEST_NAME)} of ${name} is down`,
    details: [sentence(reason)],
  }),
  "service.crash_loop": (name, { service, reason }) => ({
    headline: `${oneLine(service, LONGEST_NAME)} of ${name} crashes again and again`,
    details: [sentence(reason)],
  }),
  "service.recovered": (name, { service }) => ({
    headline: `${oneLine(service, LONGEST_NAME)} of ${name} works again`,
    details: [],
    tone: "good",
  }),
  "backup.failed": (name, { backup, reason, path }) => ({
    headline: `The backup ${oneLine(backup, LONGEST_NAME)}${name && ` of ${name}`} failed`,
    details: [sentence(reason)],
    ...(path && { path }),
  }),
  test: (_name, { by }) => ({
    headline: "A test of this channel",
    details: [`${oneLine(by, LONGEST_NAME)} asked for it. Messages arrive here.`],
    ...{ path: "/settings/notifications", tone: "calm" },
  }),
};

function failed({ reason, service, lines, deploymentId }: About["update.failed"]): Omit<Told, "headline"> {
  return {
    details: [sentence(reason), ...(lines.length > 0 && service ? [`The last lines of ${service}:`] : [])],
    ...{ lines, path: `/deployments/${deploymentId}` },
  };
}

/** ` from 1.0 to 1.1`; versions that have the same name, or none, are left out. */
function step(from: string, to: string): string {
  if (!to || from === to) return "";
  return from ? ` from ${oneLine(from, 40)} to ${oneLine(to, 40)}` : ` to ${oneLine(to, 40)}`;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) || trimmed === "" ? trimmed : `${trimmed}.`;
}
