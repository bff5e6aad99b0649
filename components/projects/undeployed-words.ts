import type { Undeployed } from "@/lib/projects/plan/schema";

const FIGURES: Record<string, string> = { cpuCores: "CPU", memoryMb: "memory" };

/** What waits for a redeploy, as the bar names it. */
export function undeployedWords({ kind, service, key }: Undeployed): string {
  if (kind === "endpoint") return `${service}:${key}`;
  if (kind === "limit") return `${service} ${FIGURES[key] ?? key}`;
  return key;
}
