import type { EngineContainer } from "@/lib/engine/engine";

/** The states of a container, and `gone`: it was there once, and somebody removed it. */
export const CONTAINER_STATES = [
  "created",
  "running",
  "restarting",
  "paused",
  "exited",
  "dead",
  "gone",
] as const satisfies (EngineContainer["state"] | "gone")[];

/** One end of a program: when, with which code, how long it had run. */
export type End = { at: string; exitCode: number | null; oomKilled: boolean; ranMs: number | null };

/** What somebody could change on a container by hand. */
export type Shape = {
  name: string;
  imageId: string;
  networks: string[];
  /** null: uncapped, or not told by the engine. */
  memoryMb: number | null;
  cpuCores: number | null;
  restart: string | null;
};
