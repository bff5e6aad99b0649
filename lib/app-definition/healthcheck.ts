import { parseDuration } from "./durations";

/** A health check as an engine takes it; times in milliseconds, absent where the engine's default holds. */
export type EngineHealthcheck = {
  test: string[];
  intervalMs?: number;
  timeoutMs?: number;
  retries?: number;
  startPeriodMs?: number;
};

type Check = {
  test?: string | readonly string[];
  interval?: string;
  timeout?: string;
  retries?: number;
  startPeriod?: string;
  disable?: boolean;
};

const FORMS = new Set(["CMD", "CMD-SHELL", "NONE"]);

/**
 * A string runs in the container's own shell, a list runs as it stands (a bare argv counts as CMD), and
 * `disable` switches off the check that the image brings.
 * @returns undefined when the definition says nothing, so that the image's own check holds
 */
export function toEngineHealthcheck(check: Check | undefined): EngineHealthcheck | undefined {
  if (check?.disable) return { test: ["NONE"] };
  if (check?.test === undefined) return undefined;
  return {
    test: engineTest(check.test),
    ...withTime("intervalMs", check.interval),
    ...withTime("timeoutMs", check.timeout),
    ...withTime("startPeriodMs", check.startPeriod),
    ...(check.retries !== undefined && { retries: check.retries }),
  };
}

function engineTest(test: string | readonly string[]): string[] {
  if (typeof test === "string") return ["CMD-SHELL", test];
  return FORMS.has(test[0] ?? "") ? [...test] : ["CMD", ...test];
}

function withTime(name: "intervalMs" | "timeoutMs" | "startPeriodMs", text: string | undefined) {
  const time = text === undefined ? undefined : parseDuration(text);
  return time === undefined ? {} : { [name]: time };
}
