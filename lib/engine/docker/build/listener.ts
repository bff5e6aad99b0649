import type { BuildLine, BuildOptions } from "../../engine";
import { readTrace, type Trace, type Vertex } from "./trace";

/** One line of a builder's answer: BuildKit's traces, or the plain text of the classic builder and of Podman. */
export type BuildMessage = {
  id?: string;
  aux?: unknown;
  stream?: string;
  error?: string;
  errorDetail?: { message?: string };
};

export type BuildOutcome = {
  /** The step that failed, as the builder names it. */
  failedStep?: string;
  failure?: string;
};

const LONGEST_LINE = 16 * 1024;
// BuildKit's own errands around the instructions, which nobody wrote.
const ERRANDS = /^(\[internal\]|copy \/context|exporting |writing |naming )/;
// The classic builder's own words between the lines of commands.
const NOISE = /^( ---> |Removing intermediate container |Successfully (built|tagged) |$)/;

/** Turns a builder's messages into lines, and remembers what failed. */
export function createListener(onLine: BuildOptions["onLine"]) {
  const outcome: BuildOutcome = {};
  const steps = new Map<string, "begun" | "over">();
  const outputs = new Map<string, ReturnType<typeof createLines>>();
  const plain = createLines((text) => onPlain(text));

  function onPlain(text: string) {
    const [, count, instruction] = /^step (\d+\/\d+) ?: ?(.+)$/i.exec(text) ?? [];
    if (count) {
      outcome.failedStep = `[${count}] ${instruction}`;
      onLine({ kind: "step", text: outcome.failedStep });
    } else if (!NOISE.test(text)) onLine({ kind: "stdout", text });
  }

  function onVertex({ digest, name, started, completed, cached, error }: Vertex) {
    if (error && !/context canceled/i.test(error)) {
      outcome.failedStep ??= name;
      outcome.failure ??= error;
    }
    if (ERRANDS.test(name)) return;
    if (started && !steps.has(digest)) {
      steps.set(digest, "begun");
      onLine({ kind: "step", text: cached ? `${name} (as before)` : name });
    }
    if (completed && steps.get(digest) === "begun") {
      steps.set(digest, "over");
      for (const stream of [1, 2]) outputs.get(`${digest}/${stream}`)?.end();
    }
  }

  function onTrace({ vertexes, logs }: Trace) {
    // A step is told before what it writes, and is over after it, also within one message.
    for (const vertex of vertexes.filter(({ completed }) => !completed)) onVertex(vertex);
    for (const { vertex, stream = 1, msg } of logs) {
      const kind: BuildLine["kind"] = stream === 2 ? "stderr" : "stdout";
      const key = `${vertex}/${stream}`;
      const lines = outputs.get(key) ?? createLines((text) => onLine({ kind, text }));
      outputs.set(key, lines);
      if (msg) lines.take(msg);
    }
    for (const vertex of vertexes.filter(({ completed }) => completed)) onVertex(vertex);
  }

  return {
    outcome,
    take(message: BuildMessage) {
      if (message.id === "moby.buildkit.trace" && typeof message.aux === "string")
        onTrace(readTrace(message.aux));
      else if (message.stream !== undefined) plain.take(Buffer.from(message.stream));
      const failure = message.errorDetail?.message ?? message.error;
      if (failure !== undefined) outcome.failure = failure;
    },
    end() {
      plain.end();
      for (const lines of outputs.values()) lines.end();
    },
  };
}

/** Whole lines out of pieces. Of a line that a program writes over and over (progress bars) the last form counts. */
function createLines(onLine: (text: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  const tell = (line: string) => onLine(line.slice(line.lastIndexOf("\r", line.length - 2) + 1).trimEnd());
  return {
    take(piece: Uint8Array) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) tell(line);
      if (rest.length < LONGEST_LINE) return;
      tell(rest);
      rest = "";
    },
    end() {
      if (rest !== "") tell(rest);
      rest = "";
    },
  };
}
