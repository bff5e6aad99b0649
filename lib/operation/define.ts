import type { z } from "zod";
import { recordAudit } from "@/lib/access/audit";
import { authorize, type Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { invalidInput } from "@/lib/access/invalid-input";
import type { Permission } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";

type Shape = z.ZodType;

/** The declaration of a verb; REST, OpenAPI and the typed client read the same object. */
type Declaration<I extends Shape, O extends Shape, R> = {
  id: `${string}.${string}`;
  rest: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /api/${string}`;
  summary: string;
  permission: Permission;
  /** Finds the resource the verb works on; required by every permission that names a resource. */
  on?: (input: z.output<I>, caller: Caller) => Promise<Resource | undefined> | Resource;
  input: I;
  output: O;
  /** The status of success, 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  /** Whether it changes something; everything but GET does, unless said. */
  mutates?: boolean;
  /** The sentence under which AI agents are offered this verb; not offered without. */
  mcp?: string;
  run: (caller: Caller, input: z.output<I>, signal: AbortSignal) => R;
};

const NEVER_ABORTED = new AbortController().signal;

/** Parses, authorizes, runs, audits a change and shapes the answer, in this order. @throws Refusal */
export function operation<I extends Shape, O extends Shape>(verb: Declaration<I, O, Promise<z.input<O>>>) {
  const mutates = verb.mutates ?? !verb.rest.startsWith("GET");
  async function call(caller: Caller, input: z.input<I>, signal = NEVER_ABORTED): Promise<z.output<O>> {
    const parsed = await admit(verb, caller, input, mutates);
    try {
      const result = verb.output.parse(await verb.run(caller, parsed.input, signal));
      if (mutates)
        await recordAudit(caller, { operation: verb.id, resourceId: parsed.resourceId, outcome: "done" });
      return result;
    } catch (error) {
      if (mutates && error instanceof Refusal) {
        await recordAudit(caller, { operation: verb.id, resourceId: parsed.resourceId, outcome: error.code });
      }
      throw error;
    }
  }
  return Object.assign(call, { ...verb, kind: "call" as const, mutates });
}

/** The same promise for a verb that answers with a stream; each event carries the id to resume from. */
export function subscription<I extends Shape, O extends Shape>(
  verb: Declaration<I, O, AsyncIterable<{ id?: string; event?: string; data: z.input<O> }>>,
) {
  async function call(caller: Caller, input: z.input<I>, signal: AbortSignal) {
    const parsed = await admit(verb, caller, input, false);
    return verb.run(caller, parsed.input, signal);
  }
  return Object.assign(call, { ...verb, kind: "stream" as const, mutates: false });
}

async function admit<I extends Shape>(
  verb: Pick<Declaration<I, Shape, unknown>, "id" | "permission" | "on" | "input">,
  caller: Caller,
  input: unknown,
  mutates: boolean,
) {
  // Nobody learns the shape of an input before saying who they are.
  if (caller.kind === "anonymous") authorize(caller, verb.permission, undefined, mutates);
  const parsed = verb.input.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const resource = await verb.on?.(parsed.data, caller);
  try {
    authorize(caller, verb.permission, resource, mutates);
  } catch (error) {
    if (error instanceof Refusal) {
      await recordAudit(caller, { operation: verb.id, resourceId: resource?.id, outcome: error.code });
    }
    throw error;
  }
  return { input: parsed.data, resourceId: resource?.id };
}

/** What every verb tells of itself, whatever its shapes. */
type Told = Pick<
  Declaration<Shape, Shape, unknown>,
  "id" | "rest" | "summary" | "permission" | "input" | "output" | "status" | "mcp"
> & {
  mutates: boolean;
};

/** Any operation. Its input is parsed by itself, so the one who serves it may hand over what came from outside. */
export type Operation = Told & {
  kind: "call";
  (caller: Caller, input: never, signal?: AbortSignal): Promise<unknown>;
};

/** Any subscription. */
export type Subscription = Told & {
  kind: "stream";
  (
    caller: Caller,
    input: never,
    signal: AbortSignal,
  ): Promise<AsyncIterable<{ id?: string; event?: string; data: unknown }>>;
};
