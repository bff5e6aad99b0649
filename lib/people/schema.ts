import { z } from "zod";

export const UserId = z.string().max(60).meta({ description: "A person's id, such as `usr_0k3…`" });

/** A person of this instance, as its admin sees them. */
export const Person = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  instanceAdmin: z.boolean(),
  twoFactorEnabled: z.boolean(),
  blockedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Person = z.infer<typeof Person>;
