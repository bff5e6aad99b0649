import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { makeProposal } from "@/lib/proposals";
import { answered, refused } from "./answer";
import type { McpTool } from "./tools";
import { unknownArguments } from "./unknown-arguments";

/** Runs a tool; a refusal is an answer like any other, so that the agent reads why. */
export async function callTool(
  caller: Caller,
  { verb }: McpTool,
  sent: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    refuseUnknown(verb.input.safeParse(sent).data, sent);
    const proposes = verb.mutates && caller.propose;
    return answered(
      proposes ? await makeProposal(caller, verb, sent) : await verb(caller, sent as never, signal),
    );
  } catch (error) {
    if (signal.aborted) return { isError: true, content: [{ type: "text", text: "Cancelled." }] };
    return refused(error);
  }
}

/** An argument that is left out in silence would be a wish that is not fulfilled. What is wrong otherwise, the verb says. */
function refuseUnknown(parsed: unknown, sent: Record<string, unknown>): void {
  const issues = unknownArguments(sent, parsed);
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}
