import { APIError } from "better-auth/api";
import { REFUSALS, type RefusalCode } from "@/lib/access/refusal";

/**
 * A refusal of the table in the form that the auth library passes on from hooks, endpoints and its adapter.
 * @param issues what is wrong with which field; `handleAuth` puts them into the answer
 */
export function refuse(
  code: RefusalCode,
  { message, issues }: { message?: string; issues?: { path: string; message: string }[] } = {},
): APIError {
  const [status, sentence] = REFUSALS[code];
  return new APIError(status as 400, { code, message: message ?? sentence, ...(issues && { issues }) });
}
