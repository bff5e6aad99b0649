import { accessSync, constants } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { settings } from "@/lib/settings";
import type { Surroundings } from "./config";

const shared = globalThis as typeof globalThis & { roadsteadEdgeProgram?: { path: string | undefined } };

/** The web server's program on this machine; undefined when there is none. */
export function edgeProgram(): string | undefined {
  shared.roadsteadEdgeProgram ??= { path: findProgram() };
  return shared.roadsteadEdgeProgram.path;
}

function findProgram(): string | undefined {
  return settings()
    .programDirs.map((folder) => path.join(/* turbopackIgnore: true */ folder, "caddy"))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether this instance serves domains: it was told to, or may and can. */
export function edgeIsOn(): boolean {
  const { mode } = settings().edge;
  return mode === "managed" || (mode === "auto" && edgeProgram() !== undefined);
}

/** What people are to do before domains are served; undefined when nothing. */
export function whyOff(): string | undefined {
  if (edgeIsOn()) return undefined;
  return settings().edge.mode === "off"
    ? "This instance serves no domains: ROADSTEAD_EDGE is off."
    : "This instance serves no domains yet: install Caddy on this machine, then restart Roadstead.";
}

/** The folder of everything that belongs to the edge. */
export const edgeFolder = () => path.join(/* turbopackIgnore: true */ settings().dataDir, "edge");

/** Where things lie, and what the operator wants. */
export function surroundings(): Surroundings {
  const folder = edgeFolder();
  const { httpPort, httpsPort, acmeEmail, acmeCa, acmeRoots } = settings().edge;
  return {
    ...{ httpPort, httpsPort, acmeEmail, acmeCa, acmeRoots },
    socket: path.join(folder, "admin.sock"),
    storage: path.join(folder, "storage"),
    marks: path.join(folder, "marks"),
    log: path.join(folder, "edge.log"),
  };
}

/** Makes the folders, for this user alone: whoever reaches the socket rules the edge. */
export async function makeFolders(): Promise<void> {
  for (const folder of [edgeFolder(), surroundings().storage, surroundings().marks]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}
