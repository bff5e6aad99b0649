import { z } from "zod";
import { GrantList } from "@/lib/grants/schema";

/** Shapes of personal access tokens. */

export const TokenId = z.string().min(1).max(64).meta({ description: "A token's id, `tok_…`." });

export const LONGEST_DAYS = 365;
const DAYS = `Use a whole number of days from 1 to ${LONGEST_DAYS}, or leave it out for a token that does not expire.`;

/** Strict: a misspelt `grants` or `readOnly` would otherwise make a token that may do everything. */
export const NewToken = z.strictObject({
  name: z
    .string({ error: "Write what the token is for." })
    .trim()
    .min(1, "Write what the token is for.")
    .max(80, "Use at most 80 characters."),
  readOnly: z.boolean({ error: "Write true or false." }).default(false),
  expiresInDays: z.int(DAYS).min(1, DAYS).max(LONGEST_DAYS, DAYS).optional(),
  grants: GrantList.optional().meta({
    description: "Only these, each within what you may do yourself. Left out: everything that you may do.",
  }),
});
export type NewToken = z.input<typeof NewToken>;

export const TokenRow = z.object({
  id: TokenId,
  name: z.string(),
  prefix: z.string().meta({ description: "The beginning of the token, to tell it from others." }),
  readOnly: z.boolean(),
  scoped: z.boolean().meta({ description: "Whether it is confined to `grants`." }),
  grants: GrantList.nullable().meta({ description: "null: everything that its person may do." }),
  organizationId: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: "To the minute." }),
  createdAt: z.iso.datetime(),
});
export type TokenRow = z.infer<typeof TokenRow>;

export const MadeToken = TokenRow.extend({
  token: z.string().meta({ description: "The secret itself, shown this one time." }),
});
export type MadeToken = z.infer<typeof MadeToken>;
