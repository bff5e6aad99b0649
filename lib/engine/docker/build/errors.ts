import { type BuildSpec, EngineError } from "../../engine";
import { registryError } from "../registry-errors";
import { quoted } from "../words";
import type { BuildOutcome } from "./listener";

type Failed = { spec: BuildSpec; instruction: string; words: string };
type Rule = readonly [RegExp, (failed: Failed, match: RegExpExecArray) => EngineError];

const DISK_FULL: Rule = [
  /no space left on device/i,
  ({ spec: { dockerfile } }) =>
    new EngineError(
      "disk-full",
      `The engine's disk is full: ${dockerfile} could not be built. Free some space on it, then try again.`,
    ),
];

// The command itself stands in the words, too: only how they end can be trusted.
const COMMAND_FAILED: Rule = [
  /(?:exit code:|exit status|non-zero code:) (\d+)\s*$/i,
  ({ spec, instruction }, [, code]) => {
    const why = code === "137" ? " It was killed, perhaps because memory ran out." : "";
    return failed(`${quoted(instruction)} of ${spec.dockerfile} ended with exit code ${code}.${why}`);
  },
];

const NO_SUCH_SOURCE: Rule = [
  /"\/?([^"]+)"(?: not found|: not found)|stat (?:\/?[^\s:]*\/)?([^\s:]+): (?:file does not exist|no such file)|failed to walk |no items matching|no such file or directory|file does not exist/i,
  ({ spec, instruction }, [, one, two]) => failed(missingSource(spec, instruction, one ?? two)),
];

const OTHERS: readonly Rule[] = [
  [
    /(?:dockerfile|syntax) parse error(?: on)? line (\d+): (.+)$/is,
    ({ spec }, [, line, why = ""]) =>
      failed(`Line ${line} of ${spec.dockerfile} is not understood: ${quoted(why)}.`),
  ],
  [
    /(network\.host|security\.insecure) is not allowed/i,
    ({ spec }, [, right]) => {
      const asked = right === "network.host" ? "the host's network" : "privileges";
      return failed(`${spec.dockerfile} asks for ${asked}, which no build gets here.`);
    },
  ],
];

/** Why a build failed, from the builder's words, with the instruction that failed. */
export function buildError(spec: BuildSpec, { failedStep = "", failure = "" }: BuildOutcome): EngineError {
  const words = failure.replace(PREFIXES, "");
  // `[build 2/3] RUN npm ci` is `RUN npm ci`.
  const instruction = failedStep.replace(/^\[[^\]]*\] /, "");
  for (const [pattern, explain] of rulesFor(instruction)) {
    const match = pattern.exec(words);
    if (match) return explain({ spec, instruction, words }, match);
  }
  const image = FETCHES.exec(failedStep)?.[1];
  if (image) return registryError(image.replace(/^docker\.io\/(library\/)?/, ""), words);
  const where = /^[A-Z]+ /.test(instruction) ? ` at ${quoted(instruction)}` : "";
  return failed(`${spec.dockerfile} could not be built${where}. The builder said: ${quoted(words)}`);
}

const PREFIXES =
  /^(?:(?:failed to solve(?: with frontend [\w.-]+)?|failed to create LLB definition|failed to compute cache key|rpc error: code = \w+ desc =):? )+/i;
const FETCHES = /^(?:\[internal\] load metadata for|resolve image config for|\[[^\]]*\] FROM) (\S+)/;

function rulesFor(instruction: string): readonly Rule[] {
  if (/^(COPY|ADD) /i.test(instruction)) return [DISK_FULL, NO_SUCH_SOURCE];
  if (/^RUN /i.test(instruction)) return [COMMAND_FAILED, DISK_FULL, ...OTHERS];
  return [DISK_FULL, ...OTHERS];
}

function missingSource(spec: BuildSpec, instruction: string, source: string | undefined): string {
  const what = `${quoted(instruction)} of ${spec.dockerfile} copies what is not in the build context.`;
  const meant = source && spec.files.find(({ path }) => path.endsWith(`/${source}`))?.path;
  return meant ? `${what} Sources start at its root: write ${quoted(meant)} for ${quoted(source)}.` : what;
}

function failed(sentence: string) {
  return new EngineError("build-failed", sentence);
}
