import type { EngineErrorKind, ExecResult, Healthcheck } from "../engine";

/** How an image of the memory engine behaves. An empty script runs until it is stopped, healthy if it has a check. */
export type ImageScript = {
  /** The engine holds it without a pull. */
  present?: boolean;
  pullMs?: number;
  /** Its registry gives it to nobody else. */
  private?: { username: string; password: string };
  pullFails?: { kind: EngineErrorKind; message?: string };
  /** In place of a start: the engine's words. */
  startFails?: string;
  /** The check baked into the image. */
  healthcheck?: Healthcheck;
  /** From the start until the check passes; `Infinity`: it never does. 0 when absent. */
  healthyAfterMs?: number;
  exits?: { afterMs: number; code: number; outOfMemory?: boolean };
  /** Ignores SIGTERM. */
  stubborn?: boolean;
  /** Written from the start on. A line of its own object says where and when. */
  logs?: readonly (string | { text: string; stream?: "stdout" | "stderr"; afterMs?: number })[];
  /** So many more lines every 100 ms. */
  linesPerTenth?: number;
  /** Written at each start; what lies in a volume stays there. */
  writes?: readonly { path: string; content: string }[];
  /**
   * Commands whose streams are passed on, with all that they are given on stdin; undefined leaves it to the others. What
   * lies in a volume can be read and written.
   */
  pipe?: (argv: readonly string[], input: Buffer | undefined, files: Files) => ExecResult | undefined;
  exposedPorts?: number[];
  sizeBytes?: number;
  /** Commands inside; undefined leaves it to the few built-in ones (echo, printenv, cat, sleep, the health test). */
  exec?: (
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => ExecResult | Promise<ExecResult> | undefined;
};

/** What a program of an image sees of the volumes of its container. */
export type Files = { read(path: string): string | undefined; write(path: string, content: string): void };
