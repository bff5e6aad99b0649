import type { Caller } from "@/lib/access/caller";
import { couldAllow } from "@/lib/access/could-allow";
import { OPERATIONS } from "@/lib/operation/all";
import type { Tool as Offer, Operation } from "@/lib/operation/define";
import { Proposed } from "@/lib/proposals/schema";
import { inputSchema, type ObjectSchema, outputSchema } from "./schemas";

/** A verb as agents know it. */
export type McpTool = { name: string; verb: Operation; offer: Offer };

const TOOLS: ReadonlyMap<string, McpTool> = new Map(
  OPERATIONS.flatMap((verb) => {
    if (verb.kind !== "call" || !verb.mcp) return [];
    const name = nameOf(verb.id);
    return [[name, { name, verb, offer: verb.mcp }]];
  }),
);

export function findTool(name: string): McpTool | undefined {
  return TOOLS.get(name);
}

/** `projects.changeSettings` as `projects_change_settings`. */
function nameOf(id: string): string {
  return id.replace(".", "_").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The tools that this caller could use on something, described as it will find them. */
export function toolsFor(caller: Caller) {
  return [...TOOLS.values()]
    .filter(({ verb }) => couldAllow(caller, verb))
    .map((tool) => described(tool, caller));
}

const PROPOSES =
  "This is not done at once: it becomes a proposal that a person approves or declines, and the answer says how to follow it.";

function described({ name, verb, offer }: McpTool, caller: Caller) {
  const proposes = verb.mutates && caller.propose;
  const schemas = schemasOf(verb);
  return {
    name,
    title: offer.title,
    description: proposes ? `${offer.about} ${PROPOSES}` : offer.about,
    inputSchema: schemas.input,
    outputSchema: proposes ? PROPOSED : schemas.output,
    annotations: {
      title: offer.title,
      readOnlyHint: !verb.mutates,
      ...(verb.mutates && {
        destructiveHint: offer.destructive ?? false,
        idempotentHint: offer.idempotent ?? false,
      }),
      // They act on this instance and nothing else.
      openWorldHint: false,
    },
  };
}

const PROPOSED = outputSchema(Proposed);

const known = new Map<string, { input: ObjectSchema; output: ObjectSchema }>();

/** Made once for each verb: the shapes of plans are large. */
function schemasOf({ id, input, output }: Operation) {
  const schemas = known.get(id) ?? { input: inputSchema(input), output: outputSchema(output) };
  known.set(id, schemas);
  return schemas;
}
