import { type Part, summarizeGrants } from "@/components/grants/words";
import type { GrantChoice } from "@/lib/grants/schema";
import type { Limits } from "@/lib/mcp-clients/schema";

/** What is said of AI clients. Pure. */

/** An organization of the person, and what they may give in it. */
export type Place = { id: string; name: string; choices: readonly GrantChoice[] };

/** How far a client may go with what it reaches. */
export type Mode = "look" | "propose" | "act";

export function modeOf({ readOnly, propose }: Pick<Limits, "readOnly" | "propose">): Mode {
  if (readOnly) return "look";
  return propose ? "propose" : "act";
}

export function limitsOf(mode: Mode): Pick<Limits, "readOnly" | "propose"> {
  return { readOnly: mode === "look", propose: mode === "propose" };
}

/** What ends the sentence about a client whose changes wait. */
export function endingOf(limits: Pick<Limits, "readOnly" | "propose" | "grants">): Part[] {
  if (modeOf(limits) !== "propose" || limits.grants?.length === 0) return [];
  return [
    { text: " What it wants to change " },
    { text: "waits until you approve it", strong: true },
    { text: "." },
  ];
}

/** A few words for the list: "Change Flows, read Git; changes wait for you". */
export function summaryOf(limits: Limits, choices: readonly GrantChoice[]): string {
  const what = summarizeGrants({ ...limits, choices });
  return modeOf(limits) === "propose" ? `${what}; changes wait for you` : what;
}

/** Where a client's answer goes, for the person who is to judge it. */
export function whereTo(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri);
  if (protocol === "https:") return `the website ${hostname}`;
  return protocol === "http:" ? "a program on this computer" : `the program that opens ${protocol} links`;
}

const ASKS: Record<string, string> = {
  mcp: "use the tools of this instance",
  offline_access: "stay connected until you disconnect it",
};

/** What a client asked for, in words. */
export function asksFor(scopes: readonly string[]): string {
  const words = scopes.flatMap((scope) => ASKS[scope] ?? []).join(", ") || "use the tools of this instance";
  return words.charAt(0).toUpperCase() + words.slice(1);
}
