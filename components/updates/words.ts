import { counted, listed } from "@/components/marks/words";
import type { UpdateEntry } from "@/lib/updates/schema";

/** How a project stands to its upstream. */
export type Standing = "behind" | "current" | "unknown" | "unsupported";

export function standingOf({ behind, supported, reason }: UpdateEntry): Standing {
  if (behind) return "behind";
  if (!supported) return "unsupported";
  return reason ? "unknown" : "current";
}

/** `4 projects are behind, 6 are current and 1 is unknown.` */
export function summary(entries: readonly UpdateEntry[]): string {
  const count = (standing: Standing) => entries.filter((entry) => standingOf(entry) === standing).length;
  const parts = [
    [count("behind"), "behind"],
    [count("current"), "current"],
    [count("unknown"), "unknown"],
    [count("unsupported"), "not comparable"],
  ] as const;
  const told = parts.filter(([number]) => number > 0);
  const words = told.map(([number, word], at) =>
    at === 0
      ? `${counted(number, "project")} ${number === 1 ? "is" : "are"} ${word}`
      : `${number} ${number === 1 ? "is" : "are"} ${word}`,
  );
  return words.length > 0 ? `${listed(words)}.` : "";
}

/** From what to what, in as few words as tell it: where the app's own version stays, the service that changes. */
export function fromTo({ current, latest, services }: UpdateEntry): { from: string; to: string } {
  if (current !== latest) return { from: current, to: latest };
  const changed = services.find(({ latestTag, latestDigest }) => latestTag !== null || latestDigest !== null);
  if (!changed) return { from: current, to: "changed definition" };
  const { name, currentTag, latestTag } = changed;
  const from = services.length > 1 ? `${name} ${currentTag ?? ""}`.trim() : (currentTag ?? current);
  return { from, to: latestTag === null || latestTag === currentTag ? "published anew" : latestTag };
}

/** The first digits of a digest, as people compare them. */
export function shortDigest(digest: string): string {
  return `${digest.slice(0, "sha256:".length + 8)}…`;
}

/** When a window opens, for a reader in that time zone: `now`, or `from Tuesday, 24 November at 02:00`. */
export function opening(next: string, now: number, timeZone: string): string {
  if (Date.parse(next) <= now) return "now";
  const day = { weekday: "long", day: "numeric", month: "long" } as const;
  const text = new Date(next).toLocaleString("en-GB", {
    ...day,
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return `from ${text}`;
}
