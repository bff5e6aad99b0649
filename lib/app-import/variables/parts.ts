/** A piece of text, or a variable in it. `fallback` is what stands for it when nothing sets it; absent: nothing does. */
export type Part = { text: string } | VariablePart;
export type VariablePart = {
  variable: string;
  fallback?: readonly Part[];
  /** `${VAR:?message}`: the author insists on a value. */
  required?: boolean;
  /** `${VAR:+text}`: the text stands there only when the variable is set. */
  instead?: readonly Part[];
};

/** Reads the variables of one text in the syntax of its format. */
export type ReadParts = (text: string) => Part[];

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /:?[-?+]/y;
const MOST_NESTED = 8;

/** Reads `$VAR`, `${VAR}`, `${VAR:-default}`, `${VAR:?message}`, `${VAR:+text}` and `$$`, as compose files write them. */
export function composeParts(text: string, nested = 0): Part[] {
  const parts: Part[] = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const dollar = text.indexOf("$", at);
    if (dollar < 0) break;
    plain += text.slice(at, dollar);
    const found = variableAt(text, dollar, nested);
    if (found === "open") return join(parts, plain + text.slice(dollar));
    plain += found.text;
    if (found.part) {
      parts.push(...join([], plain), found.part);
      plain = "";
    }
    at = found.end;
  }
  return join(parts, plain + text.slice(at));
}

type Found = { text: string; part?: VariablePart; end: number };

/** "open": a brace that nothing closes, so that no later one can be closed either. */
function variableAt(text: string, dollar: number, nested: number): Found | "open" {
  const next = text[dollar + 1];
  if (next === "$") return { text: "$", end: dollar + 2 };
  if (next !== "{") {
    const variable = match(NAME, text, dollar + 1);
    if (variable) return { text: "", part: { variable }, end: dollar + 1 + variable.length };
    return { text: "$", end: dollar + 1 };
  }
  const close = closing(text, dollar + 2);
  if (close === undefined) return "open";
  const whole = text.slice(dollar, close + 1);
  const variable = match(NAME, text, dollar + 2);
  const operator = match(OPERATOR, text, dollar + 2 + variable.length);
  const end = dollar + 2 + variable.length + operator.length;
  const rest = text.slice(end, close);
  const strange = !variable || (!operator && rest !== "") || nested >= MOST_NESTED;
  if (strange) return { text: whole, end: close + 1 };
  return { text: "", part: variablePart(variable, operator, rest, nested), end: close + 1 };
}

function variablePart(variable: string, operator: string, rest: string, nested: number): VariablePart {
  if (operator.endsWith("-")) return { variable, fallback: composeParts(rest, nested + 1) };
  if (operator.endsWith("+")) return { variable, instead: composeParts(rest, nested + 1) };
  return operator.endsWith("?") ? { variable, required: true } : { variable };
}

function closing(text: string, from: number): number | undefined {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "}") open -= 1;
    else if (text[at] === "{" && text[at - 1] === "$") open += 1;
    if (open === 0) return at;
  }
  return undefined;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function join(parts: readonly Part[], text: string): Part[] {
  return text === "" ? [...parts] : [...parts, { text }];
}
