import { z } from "zod";
import { InstallPlan } from "@/lib/apps/schema";
import { ChangePlan } from "@/lib/projects/plan/schema";

/** Shapes of proposals that the API, the pages and the client share. Safe in a browser. */

export const PROPOSAL_STATES = ["pending", "running", "done", "failed", "declined", "expired"] as const;
export const ProposalState = z.enum(PROPOSAL_STATES);
export type ProposalState = z.infer<typeof ProposalState>;

export const ProposalId = z.string().regex(/^prp_[0-9a-z]{20}$/, "is not a proposal id");

/** What came of an approved proposal, or why nothing did. */
export const ProposalOutcome = z.object({
  projectId: z.string().optional(),
  deploymentId: z.string().optional().meta({ description: "Follow it with deployments_show." }),
  needsRedeploy: z.boolean().optional(),
  code: z.string().optional().meta({ description: "Of the refusal, when nothing was done." }),
  message: z.string().optional(),
});
export type ProposalOutcome = z.infer<typeof ProposalOutcome>;

export const ProposalRow = z.object({
  id: ProposalId,
  operation: z.string().meta({ description: "The verb that would be done, such as apps.install." }),
  summary: z.string(),
  projectId: z.string().nullable(),
  client: z.string().meta({ description: "The name of the AI client that asked." }),
  person: z.string().meta({ description: "The name of the person for whom it acts." }),
  state: ProposalState,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  decidedBy: z.string().nullable().meta({ description: "The person's name." }),
  decidedAt: z.iso.datetime().nullable(),
  outcome: ProposalOutcome.nullable(),
  canDecide: z.boolean().meta({ description: "Whether the caller may approve or decline it." }),
});
export type ProposalRow = z.infer<typeof ProposalRow>;

/** What approving would do, as it stands now. */
export const ProposedPlan = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("install"), appName: z.string(), plan: InstallPlan }),
  z.object({ kind: z.literal("change"), plan: ChangePlan }),
  z.object({ kind: z.literal("none"), reason: z.string().nullable() }),
]);
export type ProposedPlan = z.infer<typeof ProposedPlan>;

export const Proposal = ProposalRow.extend({
  plan: ProposedPlan.nullable().meta({ description: "While it waits, for who may decide; null otherwise." }),
});
export type Proposal = z.infer<typeof Proposal>;

/** What an agent that may only propose gets instead of the result. */
export const Proposed = z.object({
  proposalId: ProposalId,
  state: ProposalState,
  summary: z.string(),
  url: z.string().meta({ description: "Where a person decides on it." }),
  expiresAt: z.iso.datetime(),
  next: z.string(),
});
