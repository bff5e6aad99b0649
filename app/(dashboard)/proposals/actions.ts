"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { approveProposal, declineProposal } from "@/lib/proposals";

const CHOICES = { approve: approveProposal, decline: declineProposal };

export async function decideAction(proposalId: string, choice: "approve" | "decline") {
  const result = await answer(async () => CHOICES[choice](await callerFromCookies(), { proposalId }));
  return result.ok ? { ok: true as const } : result;
}
