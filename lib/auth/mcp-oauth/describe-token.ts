import { Refusal } from "@/lib/access/refusal";
import { callerOf } from "../caller-of";
import { refuse } from "../refuse";

/** The client, person and limits that an access token of `/api/mcp` stands for now. @throws APIError as `callerOf` */
export async function describeToken(headers: Headers) {
  try {
    const caller = await callerOf(headers, { door: "mcp" });
    if (caller.kind !== "mcp") throw new Refusal("INVALID_TOKEN");
    const { credential, userId, organizationId, readOnly, propose, narrowed } = caller;
    return { clientId: credential?.id, userId, organizationId, readOnly, propose, scoped: narrowed };
  } catch (error) {
    throw error instanceof Refusal ? refuse(error.code, { message: error.message }) : error;
  }
}
