import type { MadeToken, NewToken } from "@/lib/tokens/schema";

export type MadeOutcome =
  | { ok: true; value: MadeToken }
  | { ok: false; message: string; issues?: { path: string; message: string }[] };

/** What the tokens page hands to its parts. */
export type TokenActions = {
  create: (input: NewToken) => Promise<MadeOutcome>;
  revoke: (tokenId: string) => Promise<{ ok: true } | { ok: false; message: string }>;
};
