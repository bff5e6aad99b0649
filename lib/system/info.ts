import { readFile } from "node:fs/promises";
import { z } from "zod";
import { installCommand } from "@/lib/engine";
import { operation } from "@/lib/operation/define";
import { engineStatus } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { SystemInfo } from "./schema";
import { VERSION } from "./version";

export const showSystemInfo = operation({
  id: "system.info",
  rest: "GET /api/system/info",
  summary: "What this instance is, and whether it can run containers.",
  mcp: {
    title: "Show this instance",
    about: "The version of this Roadstead and the state and size of its container engine.",
  },
  permission: "member",
  input: z.object({}),
  output: SystemInfo,
  async run() {
    const { deployMode, publicUrl, databaseUrl } = settings();
    return {
      version: VERSION,
      deployMode,
      publicUrl: publicUrl ?? null,
      database: databaseUrl ? ("postgresql" as const) : ("embedded" as const),
      engine: await engineInWords(),
    };
  },
});

async function engineInWords(): Promise<SystemInfo["engine"]> {
  const status = await engineStatus();
  if (status.state === "missing") {
    const unknown = { product: null, version: null, hostname: null, cpuCores: null, memoryMb: null };
    const release = await readFile("/etc/os-release", "utf8").catch(() => "");
    const command = installCommand(release, process.platform, process.getuid?.() === 0);
    return { state: "missing", ...unknown, message: status.reason, installCommand: command };
  }
  const { product, version, hostname, cpuCores, memoryMb } = status.info;
  const message = `${product} ${version} answers on ${hostname}.`;
  return { state: "ready", product, version, hostname, cpuCores, memoryMb, message, installCommand: null };
}
