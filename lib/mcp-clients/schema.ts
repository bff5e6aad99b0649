import { z } from "zod";
import { GrantList } from "@/lib/grants/schema";

/** Shapes of AI clients and of what they may do. */

export const ClientId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: "A client's id, as its registration gave it." });

const yesOrNo = (description: string) => z.boolean({ error: "Write true or false." }).meta({ description });

const limits = {
  organizationId: z.string().min(1).max(64).meta({ description: "The one organization that it works in." }),
  readOnly: yesOrNo("It may look, and change nothing."),
  propose: yesOrNo("What it wants to change waits until its person approves it."),
  grants: GrantList.nullable().meta({
    description: "Only these, each within what you may do yourself. null: everything that you may do.",
  }),
};

/** What a person lets a client do. */
export const Limits = z.strictObject(limits);
export type Limits = z.infer<typeof Limits>;

/** Strict: a misspelt limit would otherwise leave the present one. */
export const ChangedLimits = z
  .strictObject({ clientId: ClientId, ...limits })
  .partial()
  .required({ clientId: true });
export type ChangedLimits = z.input<typeof ChangedLimits>;

export const McpClientRow = z.object({
  clientId: ClientId,
  name: z.string().meta({ description: "What the client calls itself; nobody verified it." }),
  uri: z.string().nullable(),
  redirectHosts: z.array(z.string()).meta({ description: "Where its answers may go." }),
  binding: Limits.extend({
    scoped: z.boolean().meta({ description: "Whether it is confined to `grants`." }),
  }),
  connectedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: "To the minute." }),
});
export type McpClientRow = z.infer<typeof McpClientRow>;
