import { levelOf } from "@/lib/deployments/log/log-text";
import { createMask, type Mask } from "@/lib/deployments/log/mask";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import type { EngineLogLine } from "@/lib/engine/engine";
import { onEngine } from "@/lib/servers";
import type { RuntimeLine } from "../schema";
import { type ServingNow, servingNow } from "./serving-containers";

/**
 * The last lines that the services of a project wrote, oldest first, secrets hidden. Empty when nothing was ever ready.
 * @param options.service of this one only; `lines` is how many there are at most, of all services together
 * @throws Refusal SECRET_UNREADABLE: without the secrets nobody knows what to hide; ENGINE_UNAVAILABLE
 */
export async function recentLines(
  projectId: string,
  { service, lines }: { service?: string; lines: number },
  signal: AbortSignal,
): Promise<RuntimeLine[]> {
  const serving = await onEngine(() => servingNow(projectId));
  if (!serving) return [];
  const mask = maskOf(projectId, serving);
  const wanted = serving.containers.filter((one) => service === undefined || one.service === service);
  const logs = await onEngine((engine) =>
    Promise.all(
      wanted.map(async ({ service: name, container }) => {
        const own: RuntimeLine[] = [];
        for await (const line of engine.logs(container.id, { follow: false, tail: lines, signal }))
          own.push(shownLine(name, line, mask));
        return own;
      }),
    ),
  );
  return logs
    .flat()
    .sort((a, b) => a.at.localeCompare(b.at))
    .slice(-lines);
}

/** Hides what the version that serves knows as secrets. @throws Refusal SECRET_UNREADABLE */
export function maskOf(projectId: string, { snapshot }: ServingNow): Mask {
  return createMask(openSnapshot(projectId, snapshot).secrets);
}

/** A line of a container as people read it. */
export function shownLine(
  service: string,
  { at, stream, text: written }: EngineLogLine,
  mask: Mask,
): RuntimeLine {
  const text = mask(written);
  return { at: at.toISOString(), service, stream, level: levelOf(text), text };
}
