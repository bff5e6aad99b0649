import type { DraftService } from "../draft";
import { type Branch, isBranch, type Tree, textOf, textsOf } from "../read/tree";
import { quote } from "../report";
import { build } from "./build";
import { command, entrypoint } from "./command";
import { envFile, environment } from "./environment";
import type { Job, Translate } from "./job";
import { configs, secrets } from "./mounted-files";
import { expose, ports } from "./ports";
import * as simple from "./simple-keys";
import * as unsafe from "./unsafe";
import { volumes } from "./volumes";

const dependsOn: Translate = (job, service, value, path) => {
  const entries: [string, Tree][] = isBranch(value)
    ? [...value]
    : textsOf(value).map((name): [string, Tree] => [name, null]);
  for (const [name, how] of entries) {
    const known = job.names.get(name);
    if (known === undefined) {
      job.report.dropped(`${path}.${name}`, `There is no service ${quote(name)} to wait for.`);
      continue;
    }
    const condition = isBranch(how) ? textOf(how.get("condition")) : undefined;
    if (condition === "service_completed_successfully")
      job.report.guessed(
        `${path}.${name}`,
        `It starts after ${quote(known)} has started, not after it has ended.`,
      );
    const all = new Set([...(service.rest.dependsOn ?? []), known]);
    service.rest.dependsOn = [...all].filter((other) => other !== service.name);
  }
};

const nothing: Translate = () => undefined;

/**
 * Every key that is translated, in the order in which it is: ports before the network mode that judges them,
 * the environment before the command that reads it, the image before the build that it replaces.
 */
const KEYS = new Map<string, Translate>([
  ["image", simple.image],
  ["build", build],
  ["ports", ports],
  ["expose", expose],
  ["environment", environment],
  ["env_file", envFile],
  ["command", command],
  ["entrypoint", entrypoint],
  ["volumes", volumes],
  ["configs", configs],
  ["secrets", secrets],
  ["depends_on", dependsOn],
  ["healthcheck", simple.healthcheck],
  ["restart", simple.restart],
  ["user", simple.user],
  ["shm_size", simple.shmSize],
  ["stop_grace_period", simple.stopGracePeriod],
  ["mem_limit", simple.memLimit],
  ["cpus", simple.cpus],
  ["deploy", simple.deploy],
  ["privileged", unsafe.privileged],
  ["network_mode", unsafe.networkMode],
  ["pid", unsafe.namespaces],
  ["ipc", unsafe.namespaces],
  ["uts", unsafe.namespaces],
  ["userns_mode", unsafe.namespaces],
  ["cgroup", unsafe.namespaces],
  ["cgroup_parent", unsafe.leftOut("It wants a control group of the host; it gets its own.")],
  ["cap_add", unsafe.capAdd],
  ["devices", unsafe.devices],
  ["gpus", unsafe.leftOut("GPUs of the host cannot be used.")],
  ["device_cgroup_rules", unsafe.leftOut("Devices of the host cannot be used.")],
  ["security_opt", unsafe.securityOpt],
  ["volumes_from", unsafe.volumesFrom],
  ["sysctls", unsafe.leftOut("Kernel settings are not changed.")],
  ["runtime", unsafe.leftOut("Containers run in the engine's own runtime.")],
  ["credential_spec", unsafe.leftOut("Credentials of the host are never given.")],
  ["use_api_socket", unsafe.leftOut("The engine's socket is never given.")],
  // What says nothing about how it runs, or is read elsewhere.
  ["container_name", nothing],
  ["hostname", nothing],
  ["profiles", nothing],
]);

/** Keys of compose that our format cannot say, with a word more than their name where one helps. */
const HINTS = new Map<string, string>([
  ["networks", "All services of an app share one network of their own."],
  ["labels", "Addresses are chosen at installation; labels of a proxy have no effect here."],
  ["links", "Services reach each other by name."],
  ["logging", "Logs are kept by this instance."],
  ["cap_drop", "The engine's usual capabilities stay."],
  ["read_only", "The container's file system stays writable."],
  ["tmpfs", "Temporary files lie in the container."],
  ["working_dir", "The image's own working directory holds."],
  ["extra_hosts", "Names of other machines come from the network's own resolver."],
  ["platform", "The image for this machine is taken."],
  ["init", "The image's own first process runs."],
]);

export function translateService(job: Job, service: DraftService, written: Branch): void {
  for (const [key, translate] of KEYS) {
    const value = written.get(key);
    if (value !== undefined) translate(job, service, value, `${service.path}.${key}`);
  }
  for (const key of written.keys()) {
    const path = `${service.path}.${key}`;
    if (key === "extends")
      job.report.issue(path, "It extends a service that is not here. Write the service out in full.");
    else if (!KEYS.has(key) && !OWN_KEYS.has(key))
      job.report.dropped(path, `${quote(key)} cannot be said here. ${HINTS.get(key) ?? ""}`.trimEnd());
  }
}

/** Keys that other formats add to a service; their importers read them. */
const OWN_KEYS = new Set(["x-runtipi", "caproverExtra", "exclude_from_hc"]);
