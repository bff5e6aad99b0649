/** The parts of an image's tag. Two tags are of one shape when `shape` is the same. */
export type Tag = {
  text: string;
  /** What must be alike: the text before the version, how many numbers, and the text after it. */
  shape: string;
  numbers: number[];
  /** How far from a release: 0 is one; the further below, the earlier. */
  stage: number;
  stageNumbers: number[];
  /** How often this version was packed, as in `-r5` and `-ls212`; 0 when it is not told. */
  build: number;
};

// A date with dashes is one version, not one number with a variant behind it.
const TAG =
  /^([^\d]*)(\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d(?:\.\d+)?Z)?|\d{1,15}(?:\.\d{1,15}){0,7})(?![\d]|\.\d)(.*)$/;
const STAGES = ["nightly", "dev", "snapshot", "canary", "edge", "alpha", "beta", "preview", "pre", "rc"];
const SHORT_STAGES: Record<string, string> = { a: "alpha", b: "beta", c: "rc", m: "preview", ea: "preview" };
const STAGE =
  /^[-._+]?(nightly|dev|snapshot|canary|edge|alpha|beta|preview|pre|rc|ea|a|b|c|m)(?![a-z])[-._]?(\d{1,15}(?:\.\d{1,15}){0,3})?/i;
const BUILD = /-(r|ls|build)(\d{1,15})$/;

/** @returns undefined for a tag that holds no version, such as `latest` and `stable-alpine` */
export function parseTag(text: string): Tag | undefined {
  const [, prefix, version, rest] = TAG.exec(text) ?? [];
  if (prefix === undefined || version === undefined || rest === undefined || isHash(prefix, version + rest))
    return undefined;
  const numbers = (version.match(/\d+/g) ?? []).map(Number);
  const stage = STAGE.exec(rest);
  const behind = stage ? rest.slice(stage[0].length) : rest;
  const build = BUILD.exec(behind);
  const suffix = build ? `${behind.slice(0, build.index)}-${build[1]}*` : behind;
  const word = stage?.[1]?.toLowerCase();
  return {
    text,
    shape: JSON.stringify([prefix, numbers.length, version.includes("-"), suffix]),
    numbers,
    stage: word ? STAGES.indexOf(SHORT_STAGES[word] ?? word) - STAGES.length : 0,
    stageNumbers: (stage?.[2]?.match(/\d+/g) ?? []).map(Number),
    build: Number(build?.[2] ?? 0),
  };
}

/** Below zero when `one` comes before `other`, zero when neither does. Only tags of one shape have an order. */
export function compareTags(one: Tag, other: Tag): number {
  return (
    compareLists(one.numbers, other.numbers) ||
    one.stage - other.stage ||
    compareLists(one.stageNumbers, other.stageNumbers) ||
    one.build - other.build
  );
}

/** Compares number by number; where one list ends, zeros follow. */
export function compareLists(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether two versions belong to one line: the first number is the same, or tells a year. */
export function isOneLine({ numbers: [first = 0, ...rest] }: Tag, other: Tag): boolean {
  if (isDate(first, rest.length === 0) && isDate(other.numbers[0] ?? 0, rest.length === 0)) return true;
  return first === other.numbers[0];
}

function isDate(first: number, alone: boolean): boolean {
  if (first >= 1990 && first < 2200) return true;
  if (!alone || first < 19_900_101 || first > 21_991_231) return false;
  const [month, day] = [Math.floor(first / 100) % 100, first % 100];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

// The name of a commit has no order, though its digits look like a number.
function isHash(prefix: string, rest: string): boolean {
  if (/(^|[-_.])(sha|git|commit|g)[-_.]?$/i.test(prefix)) return true;
  return /^[a-f]*$/.test(prefix) && /^[0-9a-f]{7,40}$/.test(prefix + rest) && /[a-f]/.test(prefix + rest);
}
