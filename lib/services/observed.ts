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

/** One end of a program: when, with which code, how long it had run, and whether somebody had told it to end. */
export type End = {
  at: string;
  exitCode: number | null;
  oomKilled: boolean;
  ranMs: number | null;
  asked: boolean;
};

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

/** What is known of the container of one service. */
export type Observed = {
  containerId: string;
  state: (typeof CONTAINER_STATES)[number];
  health: EngineContainer["health"];
  /** Since when both are so. */
  since: Date;
  startedAt: Date | null;
  /** How often the engine started it again by itself. */
  restartCount: number;
  /** Of its last end; null when it has not ended yet. */
  exitCode: number | null;
  /** Whether that end was the kernel's, for want of memory. */
  oomKilled: boolean;
  error: string | null;
  /** What its last failed health check wrote. */
  healthOutput: string | null;
  /** Its last ends, oldest first. */
  ends: End[];
  shape: Shape;
};
