import { parsePorts } from "@/lib/app-definition/ports";
import type { DraftService } from "../draft";
import { isBranch, listOf, type Tree, textOf } from "../read/tree";
import { quote } from "../report";
import { type Job, literal, type Translate } from "./job";

const MOST_PORTS = 500;
const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

/** Ports that a service publishes on the host, short and long. The host's side is a wish. */
export const ports: Translate = (job, service, value, path) => {
  listOf(value).forEach((entry, at) => {
    if (service.ports.length >= MOST_PORTS) return;
    const here = `${path}.${at}`;
    const before = service.ports.length;
    if (isBranch(entry)) addLong(job, service, entry, here);
    else addShort(job, service, textOf(entry) ?? "", here);
    if (service.ports.length === before) return;
    const added = service.ports.slice(before).map((port) => `${port.containerPort}/${port.protocol}`);
    job.report.mapped(
      here,
      `Port ${added.join(", ")} of the container; the host's port is chosen at installation.`,
    );
  });
};

/** Ports that other services may use; kept as a hint where the web page is. */
export const expose: Translate = (_job, _service, _value, _path) => undefined;

function addShort(job: Job, service: DraftService, written: string, path: string): void {
  const text = portText(job, written, path);
  if (text === undefined) return;
  const open = !LOOPBACK.test(text);
  const specs = parsePorts(text.replace(/^localhost:/, "127.0.0.1:"));
  if (!specs) {
    job.report.dropped(path, `${quote(written)} is no port that can be read.`);
    return;
  }
  for (const { containerPort, protocol, hostPort } of specs) {
    service.ports.push({ containerPort, protocol, open, ...(hostPort !== undefined && { hostPort }) });
  }
}

/** The container's side must be known; a host side that is not is left out, since the host's port is chosen anyway. */
function portText(job: Job, written: string, path: string): string | undefined {
  const sides = splitOutside(written);
  const container = literal(job, sides.at(-1) ?? "", path);
  if (container === undefined) return undefined;
  const [, host] = [...sides].reverse();
  const wished = host === undefined ? undefined : literal(job, host, path);
  const ip = sides.length > 2 ? literal(job, sides.slice(0, -2).join(":"), path) : undefined;
  return [...(ip && wished ? [ip] : []), ...(wished ? [wished] : []), container].join(":");
}

/** Splits at colons that stand outside `${…}` and `[…]`. */
function splitOutside(text: string): string[] {
  const sides = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth = Math.max(0, depth - 1);
    if (character === ":" && depth === 0) sides.push("");
    else sides[sides.length - 1] += character;
  }
  return sides;
}

function addLong(job: Job, service: DraftService, entry: ReadonlyMap<string, Tree>, path: string): void {
  const target = literal(job, textOf(entry.get("target")) ?? "", path) ?? "";
  const protocol = textOf(entry.get("protocol")) === "udp" ? "/udp" : "";
  const specs = parsePorts(`${target}${protocol}`);
  if (!specs) {
    job.report.dropped(path, "The port has no target that can be read.");
    return;
  }
  const published = Number(literal(job, textOf(entry.get("published")) ?? "", path) ?? "");
  const wish = specs.length === 1 && Number.isInteger(published) && published > 0 && published < 65_536;
  const open = !LOOPBACK.test(textOf(entry.get("host_ip")) ?? "");
  for (const spec of specs) {
    service.ports.push({
      containerPort: spec.containerPort,
      protocol: spec.protocol,
      open,
      ...(wish && { hostPort: published }),
    });
  }
}
