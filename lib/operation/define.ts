import type { z } from "zod";
import { authorize, type Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { invalidInput } from "@/lib/access/invalid-input";
import type { Permission } from "@/lib/access/permissions";
import { noteDone, noteFailed } from "./note";

type Shape = z.ZodType;

/** How a verb is offered as a tool of the Model Context Protocol, revision 2025-11-25, server/tools. */
export type Tool = {
  title: string;
  /** What it does and what to know before calling it, for a reader who knows nothing else. */
  about: string;
  /** Whether it ends or overwrites what was there, instead of only adding. */
  destructive?: boolean;
  /** Whether calling it again with the same arguments changes nothing more. */
  idempotent?: boolean;
};

/** A file that a stream is served as: its name, and its types by the `format` of the input, the first when none is said. */
export type Download = { name: string; types: Record<string, string> };

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
  /** Whether its answer shows secrets: then who may only read gets none. */
  showsSecrets?: boolean;
  /** Offers this verb to AI agents as a tool; not offered without. */
  mcp?: Tool;
  /** Serves a stream as a file instead of events. */
  download?: Download;
  run: (caller: Caller, input: z.output<I>, signal: AbortSignal) => R;
};

const NEVER_ABORTED = new AbortController().signal;

/** Parses, authorizes, runs, audits a change and shapes the answer, in this order. @throws Refusal */
export function operation<I extends Shape, O extends Shape>(verb: Declaration<I, O, Promise<z.input<O>>>) {
  const mutates = verb.mutates ?? !verb.rest.startsWith("GET");
  async function call(caller: Caller, input: z.input<I>, signal = NEVER_ABORTED): Promise<z.output<O>> {
    const { input: parsed, resource } = await admitted(verb, caller, input, mutates);
    const made = { operation: verb.id, resource, input: parsed };
    try {
      const result = verb.output.parse(await verb.run(caller, parsed, signal));
      if (mutates) await noteDone(caller, made, result);
      return result;
    } catch (error) {
      if (mutates) await noteFailed(caller, made, error);
      throw error;
    }
  }
  const look = (caller: Caller, input: unknown) => admit(verb, caller, input, mutates);
  return Object.assign(call, { ...verb, kind: "call" as const, mutates, admit: look });
}

/** The same promise for a verb that answers with a stream; each event carries the id to resume from. */
export function subscription<I extends Shape, O extends Shape>(
  verb: Declaration<I, O, AsyncIterable<{ id?: string; event?: string; data: z.input<O> }>>,
) {
  async function call(caller: Caller, input: z.input<I>, signal: AbortSignal) {
    const parsed = await admitted(verb, caller, input, false);
    return verb.run(caller, parsed.input, signal);
  }
  return Object.assign(call, { ...verb, kind: "stream" as const, mutates: false });
}

type Admitting<I extends Shape> = Pick<
  Declaration<I, Shape, unknown>,
  "id" | "permission" | "on" | "input" | "showsSecrets"
>;

/** Parses and authorizes as a call would, and leaves no trace. @throws Refusal */
async function admit<I extends Shape>(
  { permission, on, input: shape, showsSecrets = false }: Admitting<I>,
  caller: Caller,
  input: unknown,
  mutates: boolean,
  note: (error: unknown, resource: Resource | undefined, input: unknown) => Promise<void> = async () => {},
) {
  const beyondReading = mutates || showsSecrets;
  // Nobody learns the shape of an input before saying who they are.
  if (caller.kind === "anonymous") authorize(caller, permission, undefined, beyondReading);
  const parsed = shape.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const resource = await on?.(parsed.data, caller);
  try {
    authorize(caller, permission, resource, beyondReading);
  } catch (error) {
    await note(error, resource, parsed.data);
    throw error;
  }
  return { input: parsed.data, resource };
}

/** Admission to a call: a refusal of authority is written down. */
function admitted<I extends Shape>(verb: Admitting<I>, caller: Caller, input: unknown, mutates: boolean) {
  return admit(verb, caller, input, mutates, (error, resource, parsed) =>
    noteFailed(caller, { operation: verb.id, resource, input: parsed }, error),
  );
}

/** What every verb tells of itself, whatever its shapes. */
type Told = Pick<
  Declaration<Shape, Shape, unknown>,
  "id" | "rest" | "summary" | "permission" | "input" | "output" | "status" | "mcp" | "download"
> & {
  mutates: boolean;
};

/** Any operation. Its input is parsed by itself, so the one who serves it may hand over what came from outside. */
export type Operation = Told & {
  kind: "call";
  /** What a call begins with, alone: parsed and authorized. @throws Refusal as the call would */
  admit(caller: Caller, input: unknown): Promise<{ input: unknown; resource: Resource | undefined }>;
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
