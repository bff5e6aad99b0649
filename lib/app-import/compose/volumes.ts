import { parseVolume, wrongContainerPath } from "@/lib/app-definition/volumes";
import type { DraftService } from "../draft";
import { branchOf, isBranch, isOn, listOf, type Tree, textOf } from "../read/tree";
import { quote } from "../report";
import type { Part } from "../variables/parts";
import { type Job, literal, type Translate } from "./job";
import { givenAt, givenBelow, tidyPath, volumeName } from "./paths";
import { judgeHostPath } from "./unsafe";

type Mount = { source?: string; target: string; readOnly: boolean; bind: boolean };

/** Names of settings files: what a file of the host with such a name holds is not data. */
const FILE =
  /\.(?:conf|cnf|cfg|ini|ya?ml|toml|json|xml|sql|sh|env|txt|properties|js|py|php|lua|html|css|crt|pem|key|cert|template|tmpl|list|rules|acl)$/i;

/** Volumes of a service, short and long. Folders of the host become volumes or are refused. */
export const volumes: Translate = (job, service, value, path) => {
  listOf(value).forEach((entry, at) => {
    const here = `${path}.${at}`;
    const mount = isBranch(entry) ? longMount(job, entry, here) : shortMount(job, textOf(entry) ?? "", here);
    if (mount) addMount(job, service, mount, here);
  });
};

function shortMount(job: Job, written: string, path: string): Mount | undefined {
  const text = literal(job, written, path);
  if (!text) return undefined;
  // `c:/data` alone is a volume with a short name.
  if (/^[A-Za-z]:(?:\\|\/[^:]*:\/)/.test(text)) {
    job.report.refused(path, `${quote(text)} is a folder of a Windows host, which cannot be mounted.`);
    return undefined;
  }
  const [first = "", second, modes = ""] = text.split(":");
  if (second === undefined) return { target: first, readOnly: false, bind: false };
  const bind = /^[./~]/.test(first) || first.includes("/");
  return { source: first, target: second, readOnly: modes.split(",").includes("ro"), bind };
}

function longMount(job: Job, entry: ReadonlyMap<string, Tree>, path: string): Mount | undefined {
  const type = textOf(entry.get("type")) ?? "volume";
  const target = literal(job, textOf(entry.get("target")) ?? "", path);
  const source = entry.has("source") ? literal(job, textOf(entry.get("source")) ?? "", path) : undefined;
  if (!target || type === "tmpfs" || (type !== "volume" && type !== "bind")) {
    job.report.dropped(path, `A mount of the type ${quote(type)} cannot be said here.`);
    return undefined;
  }
  if (branchOf(entry.get("volume")).has("subpath"))
    job.report.dropped(`${path}.volume.subpath`, "The whole volume is mounted, not a part of it.");
  const readOnly = isOn(entry.get("read_only"));
  return { target, readOnly, bind: type === "bind", ...(source !== undefined && { source }) };
}

function addMount(job: Job, service: DraftService, mount: Mount, path: string): void {
  const wrong = wrongContainerPath(mount.target);
  // A socket is told by what it stands for, not as a wrong path.
  if (wrong && !mount.target.endsWith(".sock")) {
    job.report.dropped(path, `${quote(mount.target)} cannot be a mount: ${wrong}.`);
    return;
  }
  const { source } = mount;
  const chosen =
    source === undefined
      ? unnamed(service, mount)
      : mount.bind
        ? bound(job, service, { ...mount, source }, path)
        : named(job, { ...mount, source }, path);
  if (chosen) put(job, service, { ...mount, ...chosen }, path);
}

/** The volume that a mount becomes; `guess` says what one should know about it. */
type Chosen = { name: string; guess?: string };
type Sourced = Mount & { source: string };

function unnamed(service: DraftService, { target }: Mount): Chosen {
  const name = volumeName(`${service.name}${target}`);
  return { name, guess: `It has no name in the file; here it is ${quote(name)}.` };
}

function named(job: Job, { source, target, readOnly }: Sourced, path: string): Chosen | undefined {
  const disguise = job.unsafeVolumes.get(source);
  const name = parseVolume(`${source}:${target}`).ok ? source : volumeName(source);
  if (disguise !== undefined) {
    if (!judgeHostPath(job, { source: disguise, target, readOnly }, path)) return undefined;
    job.report.refused(path, `The volume ${quote(source)} lies on ${quote(disguise)} of the host.`);
    return { name, guess: "An empty volume stands in for it." };
  }
  return name === source
    ? { name }
    : { name, guess: `The volume ${quote(source)} is called ${quote(name)} here.` };
}

function bound(job: Job, service: DraftService, mount: Sourced, path: string): Chosen | undefined {
  const { target } = mount;
  const own = job.source.ownFolder;
  const source = own && mount.source.startsWith(own) ? mount.source.slice("../".length) : mount.source;
  const content = givenAt(job, source);
  if (content) {
    addFile(job, service, target, content, path);
    return undefined;
  }
  const below = givenBelow(job, source);
  if (below.size > 0) {
    for (const [name, one] of below) addFile(job, service, `${target.replace(/\/$/, "")}/${name}`, one, path);
    return undefined;
  }
  const tidy = tidyPath(source);
  const relative = !/^[/~]/.test(tidy) && !tidy.split("/").includes("..");
  if (!relative) return standIn(job, mount, tidy, path);
  if (FILE.test(tidy) || FILE.test(target)) {
    const hint = "Paste it along with this file, under the same name, and it is put into the container.";
    job.report.dropped(path, `The file ${quote(source)} was not given. ${hint}`);
    return undefined;
  }
  const name = volumeName(tidy || service.name);
  return { name, guess: `The folder ${quote(source)} beside the file became the volume ${quote(name)}.` };
}

function standIn(job: Job, mount: Sourced, tidy: string, path: string): Chosen | undefined {
  if (!judgeHostPath(job, mount, path)) return undefined;
  job.report.refused(path, `${quote(mount.source)} of the host cannot be mounted.`);
  if (FILE.test(tidy)) return undefined;
  const name = volumeName(tidy);
  const guess = `An empty volume ${quote(name)} stands in for it; what is in that folder is not in it.`;
  return { name, guess };
}

function addFile(job: Job, service: DraftService, path: string, content: readonly Part[], at: string): void {
  const wrong = wrongContainerPath(path);
  if (wrong) {
    job.report.dropped(at, `${quote(path)} cannot be a file: ${wrong}.`);
    return;
  }
  service.files.push({ path, content: job.variables.resolve(content, { path: at }) });
  job.report.mapped(at, `The file that came along is put at ${quote(path)}.`);
}

function put(job: Job, service: DraftService, mount: Mount & Chosen, path: string): void {
  const { name, target, readOnly, guess } = mount;
  const volume = `${name}:${target}${readOnly ? ":ro" : ""}`;
  const parsed = parseVolume(volume);
  if (!parsed.ok) {
    job.report.dropped(path, parsed.message);
    return;
  }
  if (guess) job.report.guessed(path, guess);
  else job.report.mapped(path, `The volume ${quote(name)} at ${quote(target)}.`);
  service.rest.volumes = [...(service.rest.volumes ?? []), volume];
}
