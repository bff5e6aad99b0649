import type { Refusal } from "@/lib/access/refusal";
import { recordRefusal } from "@/lib/audit/record";
import { addressOf } from "../caller/person";

// What somebody who presents a credential is turned away for before it is known who they are.
const AT_THE_DOOR = new Set(["INVALID_TOKEN", "TOKEN_ORG_SCOPE"]);

/** Writes down that a credential was refused, never the credential itself. */
export async function noteAtDoor(headers: Headers, { code }: Refusal): Promise<void> {
  if (!AT_THE_DOOR.has(code)) return;
  const stranger = { kind: "anonymous" as const, address: addressOf(headers) };
  await recordRefusal(stranger, { operation: "auth.presentToken", outcome: code });
}
