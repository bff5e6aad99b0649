import { checkLabels } from "../check";
import type { EngineEvent, Labels } from "../engine";
import type { Connection } from "./connect";
import { jsonLines } from "./framing";
import { carries, labelFilter } from "./networks-and-volumes";
import { quietly } from "./quietly";
import { stream } from "./request";

type EventWire = {
  Action?: string;
  Actor?: { ID?: string; Attributes?: Record<string, string> | null };
  time?: number;
  timeNano?: number;
};

/** Changes from the moment of the call on, although the engine is asked only when the loop begins. */
export function events(
  connection: Connection,
  labels: Labels,
  signal: AbortSignal,
): AsyncIterable<EngineEvent> {
  checkLabels(labels);
  const answer = stream(connection, {
    method: "GET",
    path: "/events",
    query: {
      filters: labelFilter(labels, { type: ["container"] }),
      since: (Date.now() / 1000).toFixed(3),
    },
    doing: { what: "report changes" },
    signal,
  });
  return quietly(changes(jsonLines<EventWire>(answer), labels), signal);
}

async function* changes(
  source: AsyncIterable<EventWire>,
  labels: Labels,
): AsyncGenerator<EngineEvent, void, undefined> {
  for await (const wire of source) {
    const event = eventFromWire(wire);
    if (event && carries(event.labels, labels)) yield event;
  }
}

const ACTIONS: Record<string, EngineEvent["action"]> = {
  create: "create",
  start: "start",
  die: "die",
  died: "die",
  stop: "stop",
  kill: "kill",
  oom: "oom",
  restart: "restart",
  destroy: "destroy",
  remove: "destroy",
  rename: "rename",
};
// The engine mixes these in with the container's labels.
const NOT_LABELS = new Set([
  "name",
  "image",
  "exitCode",
  "signal",
  "execID",
  "execDuration",
  "oldName",
  "healthStatus",
]);

/** @returns undefined for what changes nothing: each command run inside a container is an event or three */
export function eventFromWire(wire: EventWire): EngineEvent | undefined {
  const [action = "", detail = ""] = (wire.Action ?? "").split(": ");
  if (
    action === "" ||
    /^(exec_.*|exec|top|resize|attach|detach|archive-path|init|cleanup|mount|unmount|sync)$/.test(action)
  )
    return undefined;
  const attributes = wire.Actor?.Attributes ?? {};
  const health = action === "health_status" ? healthOf(detail || attributes.health_status) : undefined;
  return {
    at: new Date(wire.timeNano ? wire.timeNano / 1e6 : (wire.time ?? 0) * 1000),
    containerId: wire.Actor?.ID ?? "",
    labels: Object.fromEntries(Object.entries(attributes).filter(([key]) => !NOT_LABELS.has(key))),
    action: action === "health_status" ? "health" : (ACTIONS[action] ?? "other"),
    exitCode: attributes.exitCode === undefined ? undefined : Number(attributes.exitCode),
    health,
  };
}

function healthOf(text: string | undefined): EngineEvent["health"] {
  return text === "healthy" || text === "unhealthy" || text === "starting" ? text : undefined;
}
