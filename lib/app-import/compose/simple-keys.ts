import { parseDuration } from "@/lib/app-definition/durations";
import { branchOf, isBranch, isList, isOn, type Tree, textOf, textsOf } from "../read/tree";
import { quote } from "../report";
import { argvAsShell, shellLine } from "./command";
import { type Job, literal, type Translate } from "./job";

const RESTARTS = ["no", "always", "on-failure", "unless-stopped"] as const;
const UNITS: Readonly<Record<string, number>> = {
  b: 1 / 1_048_576,
  k: 1 / 1_024,
  m: 1,
  g: 1_024,
  t: 1_048_576,
};

export const image: Translate = (job, service, value, path) => {
  const text = literal(job, textOf(value) ?? "", path);
  if (text) service.rest.image = text;
};

export const restart: Translate = (job, service, value, path) => {
  const written = literal(job, textOf(value) ?? "no", path) ?? "";
  const policy = RESTARTS.find((known) => written === known || written.startsWith(`${known}:`));
  if (policy) service.rest.restart = policy;
  else job.report.dropped(path, `${quote(written)} is no restart policy; it restarts unless it is stopped.`);
  if (policy && policy !== written) job.report.dropped(path, "The number of restarts cannot be limited.");
};

export const user: Translate = (job, service, value, path) => {
  const text = literal(job, textOf(value) ?? "", path);
  if (text && /^[A-Za-z0-9_][\w.-]*(?::[A-Za-z0-9_][\w.-]*)?$/.test(text)) service.rest.user = text;
  else job.report.dropped(path, "The user cannot be read; the image's own holds.");
};

export const shmSize: Translate = (job, service, value, path) => {
  const size = megabytes(literal(job, textOf(value) ?? "", path));
  if (size && size <= 65_536) service.rest.shmSizeMb = size;
  else job.report.dropped(path, "The size of /dev/shm cannot be read.");
};

export const stopGracePeriod: Translate = (job, service, value, path) => {
  const time = duration(job, value, path);
  if (time) service.rest.stopGracePeriod = time;
};

export const memLimit: Translate = (job, service, value, path) => {
  const memoryMb = megabytes(literal(job, textOf(value) ?? "", path));
  if (memoryMb) service.rest.resources = { ...service.rest.resources, memoryMb };
};

export const cpus: Translate = (job, service, value, path) => {
  const cpuCores = Number(literal(job, textOf(value) ?? "", path));
  if (cpuCores > 0 && cpuCores <= 1_024) service.rest.resources = { ...service.rest.resources, cpuCores };
};

/** Limits and the restart policy are kept; what belongs to a cluster is not. */
export const deploy: Translate = (job, service, value, path) => {
  for (const [key, part] of branchOf(value)) {
    const here = `${path}.${key}`;
    if (key === "resources") deployResources(job, service, part, here);
    else if (key === "restart_policy") {
      const condition = textOf(branchOf(part).get("condition")) ?? "any";
      const policy = { any: "always", none: "no", "on-failure": "on-failure" }[condition];
      if (policy && !service.rest.restart) restart(job, service, policy, `${here}.condition`);
    } else if (key === "replicas" && textOf(part) === "1") continue;
    else job.report.dropped(here, `deploy.${key} belongs to a cluster; one container runs here.`);
  }
};

const deployResources: Translate = (job, service, value, path) => {
  const limits = branchOf(branchOf(value).get("limits"));
  if (limits.has("memory")) memLimit(job, service, limits.get("memory") ?? null, `${path}.limits.memory`);
  if (limits.has("cpus")) cpus(job, service, limits.get("cpus") ?? null, `${path}.limits.cpus`);
  const reserved = branchOf(branchOf(value).get("reservations"));
  if (reserved.has("devices"))
    job.report.refused(`${path}.reservations.devices`, "Devices of the host, such as GPUs, cannot be used.");
  else if (reserved.size > 0)
    job.report.dropped(`${path}.reservations`, "Nothing is reserved; only limits are kept.");
};

export const healthcheck: Translate = (job, service, value, path) => {
  if (!isBranch(value)) return;
  const test = value.get("test");
  const words = textsOf(test);
  if (isOn(value.get("disable")) || words[0] === "NONE") {
    service.rest.healthcheck = { disable: true };
    return;
  }
  const line = isList(test) ? argvTest(job, service, words, path) : shellTest(job, service, words[0], path);
  if (!line) {
    job.report.dropped(path, "The health check has no test; the image's own holds.");
    return;
  }
  const retries = Number(literal(job, textOf(value.get("retries")) ?? "", path));
  const times = (["interval", "timeout", "start_period"] as const).flatMap((key) => {
    const time = value.has(key) ? duration(job, value.get(key) ?? null, `${path}.${key}`) : undefined;
    return time ? [[key === "start_period" ? "startPeriod" : key, time]] : [];
  });
  service.rest.healthcheck = {
    test: line,
    ...Object.fromEntries(times),
    ...(Number.isInteger(retries) && retries >= 1 && retries <= 1_000 && { retries }),
  };
  if (value.has("start_interval"))
    job.report.dropped(`${path}.start_interval`, "start_interval is not known here.");
};

type Test<T> = (
  job: Job,
  service: Parameters<Translate>[1],
  written: T,
  path: string,
) => string | string[] | undefined;

const shellTest: Test<string | undefined> = (job, service, line, path) =>
  line ? shellLine(job, service, line, path) : undefined;

const argvTest: Test<readonly string[]> = (job, service, words, path) => {
  const [form = "", ...rest] = words;
  if (form === "CMD-SHELL")
    return rest[0] ? ["CMD-SHELL", shellLine(job, service, rest[0], path)] : undefined;
  const argv = form === "CMD" ? rest : words;
  if (argv.length === 0) return undefined;
  const shell = argvAsShell(job, service, argv, path);
  if (shell) return ["CMD-SHELL", shell];
  return ["CMD", ...argv.map((word) => literal(job, word, path) ?? "")];
};

/** A duration of compose is one of ours, except that it may be longer or a bare number. */
function duration(job: Job, value: Tree, path: string): string | undefined {
  const text = literal(job, textOf(value) ?? "", path);
  if (text !== undefined && parseDuration(text) !== undefined) return text;
  job.report.dropped(path, `${quote(text ?? "")} is no duration such as 30s or 1m30s.`);
  return undefined;
}

function megabytes(text: string | undefined): number | undefined {
  const [, amount, unit = "b"] = /^(\d{1,15}(?:\.\d{1,6})?)\s*([bkmgt]?)(?:i?b)?$/i.exec(text ?? "") ?? [];
  const size = Math.ceil(Number(amount) * (UNITS[unit.toLowerCase() || "b"] ?? 0));
  return size > 0 && Number.isSafeInteger(size) ? size : undefined;
}
