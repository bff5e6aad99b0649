import { isBranch, isOn, listOf, type Tree, textOf, textsOf } from "../read/tree";
import { quote } from "../report";
import type { Job, Translate } from "./job";

/*
 * What gives a container power over its host is never taken over. A service that is pointless without it stops
 * the import; where a service usually works without, the key is left out and named.
 */

/** Capabilities that change the host's network or kernel: a service that asks for one is built on it. */
const POWERS = new Set([
  "ALL",
  "NET_ADMIN",
  "SYS_ADMIN",
  "SYS_MODULE",
  "SYS_RAWIO",
  "SYS_PTRACE",
  "BPF",
  "SYS_BOOT",
  "SYS_TIME",
  "DAC_READ_SEARCH",
]);

export const privileged: Translate = (job, _service, value, path) => {
  if (!isOn(value)) return;
  job.report.fatal(
    path,
    "It wants to run privileged, which gives it the whole host. That is never done here.",
  );
};

export const networkMode: Translate = (job, service, value, path) => {
  const mode = textOf(value) ?? "";
  if (mode === "host") {
    // Without ports of its own nobody could reach it outside the host's network.
    const reachable =
      service.ports.length > 0 || job.source.web.some((web) => job.names.get(web.service) === service.name);
    const message = "It wants the host's network. Services have a network of their own here";
    if (reachable) job.report.refused(path, `${message}; its ports are offered instead.`);
    else
      job.report.fatal(
        path,
        `${message}, and it names no port under which to offer it. Add ports to the file.`,
      );
  } else if (/^(?:container|service):/.test(mode)) {
    job.report.fatal(
      path,
      `It wants the network of another container (${quote(mode)}), which cannot be shared here.`,
    );
  } else if (mode !== "bridge" && mode !== "") {
    job.report.dropped(path, `The network mode ${quote(mode)} is not known here.`);
  }
};

export const namespaces: Translate = (job, _service, value, path) => {
  const mode = textOf(value) ?? "";
  const key = path.split(".").at(-1) ?? "";
  if (mode !== "host" && !/^(?:container|service):/.test(mode)) {
    job.report.dropped(path, `${key} cannot be said here.`);
    return;
  }
  const message = `It wants to share ${key} with ${mode === "host" ? "the host" : "another container"}, which is never done here`;
  if (key === "pid") job.report.fatal(path, `${message}; it is made to look at foreign processes.`);
  else job.report.refused(path, `${message}.`);
};

export const capAdd: Translate = (job, _service, value, path) => {
  for (const written of textsOf(value)) {
    const name = written.toUpperCase().replace(/^CAP_/, "");
    if (POWERS.has(name))
      job.report.fatal(
        path,
        `It wants the capability ${quote(name)}, which reaches into the host. That is never given here.`,
      );
    else job.report.refused(path, `The capability ${quote(name)} is not given; it usually works without.`);
  }
};

export const devices: Translate = (job, _service, value, path) => {
  for (const entry of listOf(value)) {
    const device = (isBranch(entry) ? textOf(entry.get("source")) : textOf(entry)) ?? "";
    const spare = /^\/dev\/(?:dri|nvidia|kfd|snd|fuse)/.test(device) || device.includes("=");
    const message = `It wants the device ${quote(device)} of the host, which is never given here`;
    if (spare) job.report.refused(path, `${message}; it usually works without.`);
    else job.report.fatal(path, `${message}.`);
  }
};

export const securityOpt: Translate = (job, _service, value, path) => {
  for (const option of textsOf(value)) {
    if (/^no-new-privileges(?:[:=]true)?$/.test(option))
      job.report.dropped(path, `${option} cannot be said here.`);
    else
      job.report.refused(
        path,
        `${quote(option)} would weaken the walls around the container; it is left out.`,
      );
  }
};

/** Keys that are unsafe wherever they stand, but seldom what a service is about. */
export const leftOut =
  (why: string): Translate =>
  (job, _service, value, path) => {
    if (value !== null) job.report.refused(path, why);
  };

export const volumesFrom: Translate = (job, _service, _value, path) => {
  job.report.fatal(
    path,
    "It takes over all volumes of another container. Write the volumes it needs under volumes.",
  );
};

const SYSTEM = [
  ...["/proc", "/sys", "/dev", "/boot", "/root", "/bin", "/sbin", "/lib", "/lib64", "/usr", "/etc", "/run"],
  ...["/var/run", "/var/log", "/var/lib/docker", "/var/lib/containerd", "/var/lib/kubelet"],
];
const TOO_WIDE = new Set(["/", "/var", "/var/lib", "/home", "/mnt", "/media", "/opt", "/srv"]);
const CLOCK = new Set(["/etc/localtime", "/etc/timezone"]);

/**
 * Judges a folder or file of the host. Reports what it must.
 * @returns whether an empty volume may stand in for it
 */
export function judgeHostPath(
  job: Job,
  mount: { source: string; target: string; readOnly: boolean },
  path: string,
): boolean {
  const source = mount.source
    .replaceAll("\\", "/")
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?!^)\/$/, "");
  if (source.endsWith(".sock") || mount.target.endsWith(".sock")) {
    job.report.fatal(
      path,
      `It wants ${quote(source)}: who holds the engine's socket holds the host. That is never given here.`,
    );
    return false;
  }
  if (CLOCK.has(source)) {
    job.report.refused(path, `${source} of the host is not mounted; set the time zone with the variable TZ.`);
    return false;
  }
  const climbs = source.split("/").includes("..");
  const isSystem =
    TOO_WIDE.has(source) || SYSTEM.some((folder) => source === folder || source.startsWith(`${folder}/`));
  if (climbs || isSystem) {
    job.report.fatal(path, `It wants ${quote(source)} of the host, which is never given here.`);
    return false;
  }
  if (mount.readOnly) {
    job.report.refused(
      path,
      `${quote(source)} of the host cannot be mounted; what it reads there will be missing.`,
    );
    return false;
  }
  return true;
}

/** Why a declared volume is a folder of the host in disguise; undefined when it is a real volume. */
export function disguisedVolume(declared: Tree | undefined): string | undefined {
  if (!isBranch(declared)) return undefined;
  const options = declared.get("driver_opts");
  const device = isBranch(options) ? textOf(options.get("device")) : undefined;
  const driver = textOf(declared.get("driver"));
  if (device !== undefined) return device;
  return driver !== undefined && driver !== "local" ? `driver ${driver}` : undefined;
}
