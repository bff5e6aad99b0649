import type { ContainerSpec, EngineContainer, EngineEvent, EngineLogLine, Healthcheck } from "../engine";
import { createFeed } from "./feed";
import type { ImageScript } from "./image-script";

export type Report = (
  action: EngineEvent["action"],
  detail?: Pick<EngineEvent, "exitCode" | "health">,
) => void;

const FIRST_RESTART_MS = 100;
const LINE_LIMIT = 16 * 1024;

type BoxParts = { id: string; imageId: string; spec: ContainerSpec; script: ImageScript };

/** One container of the memory engine, running its image's script on the clock. */
export class Box {
  readonly id: string;
  readonly imageId: string;
  readonly spec: ContainerSpec;
  readonly script: ImageScript;
  readonly healthcheck: Healthcheck | undefined;
  readonly log: EngineLogLine[] = [];
  readonly lines = createFeed<EngineLogLine>();
  name: string;
  /** The networks it is on, each with its hostnames there. */
  readonly networks: Map<string, readonly string[]>;

  readonly #report: Report;
  readonly #timers = new Set<NodeJS.Timeout>();
  #state: EngineContainer["state"] = "created";
  #health: EngineContainer["health"] = "none";
  #exitCode: number | undefined;
  #oomKilled = false;
  #restartCount = 0;
  #startedAt: Date | undefined;
  #finishedAt: Date | undefined;
  #error: string | undefined;

  constructor({ id, imageId, spec, script }: BoxParts, report: Report) {
    const declared = spec.healthcheck ?? script.healthcheck;
    this.id = id;
    this.imageId = imageId;
    this.spec = spec;
    this.name = spec.name;
    this.networks = new Map([[spec.network, spec.aliases]]);
    this.script = script;
    this.healthcheck = declared?.test[0] === "NONE" ? undefined : declared;
    this.#report = report;
  }

  /** Running, or about to run again. */
  get occupied(): boolean {
    return this.#state === "running" || this.#state === "restarting";
  }

  get passesItsCheck(): boolean {
    const upMs = this.#startedAt ? Date.now() - this.#startedAt.getTime() : -1;
    return upMs >= (this.script.healthyAfterMs ?? 0);
  }

  run(): void {
    this.#state = "running";
    this.#startedAt = new Date();
    this.#exitCode = this.#finishedAt = this.#error = undefined;
    this.#health = this.healthcheck ? "starting" : "none";
    this.#report("start");
    for (const entry of this.script.logs ?? []) {
      const { text, stream, afterMs }: { text: string; stream?: EngineLogLine["stream"]; afterMs?: number } =
        typeof entry === "string" ? { text: entry } : entry;
      if (afterMs) this.#later(afterMs, () => this.#write(text, stream));
      else this.#write(text, stream);
    }
    this.#chatter();
    const { exits } = this.script;
    if (exits) this.#later(exits.afterMs, () => this.#endByItself(exits.code, exits.outOfMemory));
    if (this.healthcheck) this.#beginChecks(this.healthcheck);
  }

  /** Stopped from outside: the restart policy stays asleep. */
  end(code: number): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#exitCode = code;
    this.#finishedAt = new Date();
    this.#state = "exited";
    this.#report("die", { exitCode: code });
    this.lines.end();
  }

  failStart(words: string): void {
    this.#error = words;
    this.#exitCode = 127;
  }

  view(): EngineContainer {
    return {
      id: this.id,
      name: this.name,
      labels: this.spec.labels,
      image: this.spec.image,
      imageId: this.imageId,
      state: this.#state,
      health: this.#health,
      exitCode: this.#exitCode,
      oomKilled: this.#oomKilled,
      restartCount: this.#restartCount,
      startedAt: this.#startedAt,
      finishedAt: this.#finishedAt,
      ports: this.spec.ports.map((port) => ({ ...port })),
      networks: [...this.networks.keys()],
      error: this.#error,
      healthOutput: this.#health === "unhealthy" ? "the check failed" : undefined,
      memoryMb: this.spec.memoryMb,
      cpuCores: this.spec.cpuCores,
      restart: this.spec.restart,
    };
  }

  #endByItself(code: number, outOfMemory = false) {
    this.#oomKilled = outOfMemory;
    if (outOfMemory) this.#report("oom");
    this.end(code);
    const { restart } = this.spec;
    if (restart === "no" || (restart === "on-failure" && code === 0)) return;
    this.#state = "restarting";
    this.#later(FIRST_RESTART_MS * 2 ** Math.min(this.#restartCount, 9), () => this.run());
    this.#restartCount++;
  }

  #beginChecks(check: Healthcheck) {
    this.#later(this.script.healthyAfterMs ?? 0, () => this.#setHealth("healthy"));
    const patienceMs = (check.startPeriodMs ?? 0) + (check.intervalMs ?? 30_000) * (check.retries ?? 3);
    this.#later(patienceMs, () => this.#health === "starting" && this.#setHealth("unhealthy"));
  }

  #setHealth(health: "healthy" | "unhealthy") {
    this.#health = health;
    this.#report("health", { health });
  }

  #chatter() {
    const { linesPerTenth } = this.script;
    if (!linesPerTenth) return;
    for (let line = 1; line <= linesPerTenth; line++) this.#write(`line ${line}`);
    this.#later(100, () => this.#chatter());
  }

  #write(text: string, stream: EngineLogLine["stream"] = "stdout") {
    for (let from = 0; from === 0 || from < text.length; from += LINE_LIMIT) {
      const line = { at: new Date(), stream, text: text.slice(from, from + LINE_LIMIT) };
      this.log.push(line);
      this.lines.publish(line);
    }
  }

  #later(ms: number, work: () => void) {
    if (ms === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }
}
