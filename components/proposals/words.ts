import type { Tone } from "@/components/marks/status-mark";
import type { ProposalRow, ProposalState } from "@/lib/proposals/schema";

const STATE: Record<ProposalState, { tone: Tone; word: string }> = {
  pending: { tone: "warn", word: "Waits for you" },
  running: { tone: "run", word: "Being done" },
  done: { tone: "ok", word: "Done" },
  failed: { tone: "fail", word: "Failed" },
  declined: { tone: "off", word: "Declined" },
  expired: { tone: "off", word: "Expired" },
};

type Judged = Pick<ProposalRow, "state" | "outcome" | "canDecide">;

export function proposalWords({ state, outcome, canDecide }: Judged): { tone: Tone; word: string } {
  if (state === "pending" && !canDecide) return { tone: "warn", word: "Waits for a decision" };
  if (state === "expired" && outcome) return { tone: "off", word: "Out of date" };
  return STATE[state];
}

/** What became of a proposal that nobody can decide on any more, in a sentence. */
export function endInWords({ state, outcome, decidedBy }: ProposalRow): string {
  const who = decidedBy ?? "Somebody";
  if (state === "running") return `${who} approved it, and it is being done.`;
  if (state === "declined") return `${who} declined it. Nothing was done.`;
  if (state === "expired")
    return outcome?.message ?? "Nobody decided on it within seven days. Nothing was done.";
  if (state === "failed") return `${who} approved it. ${outcome?.message ?? "It failed."}`;
  if (outcome?.needsRedeploy) return `${who} approved it. It takes effect with the next deployment.`;
  return `${who} approved it, and it was done.`;
}
