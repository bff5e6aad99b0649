import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { checkAlias, checkArgv, checkName, checkSpec } from "../check";
import { type ContainerSpec, type Engine, EngineError, type EngineEvent, type Labels } from "../engine";
import { Box } from "./box";
import { createFeed } from "./feed";
import type { HeldImage } from "./images";
import { runProgram } from "./programs";
import { carries } from "./stores";

type Holdings = {
  hasNetwork(name: string): boolean;
  /** Undefined for an image that the engine does not hold. */
  findImage(reference: string): HeldImage | undefined;
  /** What a volume holds, by path inside it; one that is not there is made, as by a mount. */
  filesOf(volume: string): Map<string, string>;
};

/** The containers of a memory engine. */
export class Boxes {
  readonly changes = createFeed<EngineEvent>();
  readonly #boxes = new Map<string, Box>();
  readonly #holdings: Holdings;
  #made = 0;

  constructor(holdings: Holdings) {
    this.#holdings = holdings;
  }

  create(spec: ContainerSpec): string {
    checkSpec(spec);
    this.#refuseTakenName(spec.name);
    const image = this.#holdings.findImage(spec.image);
    if (!image)
      throw refuse("image-not-found", `The engine does not hold the image ${spec.image}. Pull it first.`);
    const id = createHash("sha256")
      .update(String(++this.#made))
      .digest("hex");
    const parts = { id, imageId: image.id, spec: structuredClone(spec), script: image.script };
    const box = new Box(parts, (action, detail) => this.#publish(box, action, detail));
    for (const { volume } of spec.volumes) this.#holdings.filesOf(volume);
    this.#write(box, spec.files);
    this.#boxes.set(id, box);
    this.#publish(box, "create");
    return id;
  }

  start(id: string): void {
    const box = this.need(id);
    if (box.occupied) return;
    if (![...box.networks.keys()].every((network) => this.#holdings.hasNetwork(network))) {
      throw refuse(
        "not-found",
        `The engine lacks the network of the container ${box.name}. Deploy again to make it anew.`,
      );
    }
    this.#refuseTakenPorts(box);
    if (box.script.startFails) {
      box.failStart(box.script.startFails);
      throw refuse("start-failed", `The container ${box.name} could not start: ${box.script.startFails}`);
    }
    this.#write(box, box.script.writes ?? []);
    box.run();
  }

  async stop(id: string, graceMs: number): Promise<void> {
    const box = this.need(id);
    if (!box.occupied) return;
    this.#publish(box, "kill");
    if (box.script.stubborn) await pause(graceMs);
    if (!box.occupied) return;
    box.end(box.script.stubborn ? 137 : 143);
    this.#publish(box, "stop");
  }

  connect(id: string, network: string, aliases: readonly string[]): void {
    checkName("network", network);
    aliases.forEach(checkAlias);
    const box = this.need(id);
    if (!this.#holdings.hasNetwork(network))
      throw refuse("not-found", `The engine has no network ${network}. It was removed, perhaps by hand.`);
    if (!box.networks.has(network)) box.networks.set(network, [...aliases]);
  }

  disconnect(id: string, network: string): void {
    checkName("network", network);
    this.find(id)?.networks.delete(network);
  }

  rename(id: string, name: string): void {
    const box = this.need(id);
    this.#refuseTakenName(checkName("container", name));
    box.name = name;
    this.#publish(box, "rename");
  }

  remove(id: string): void {
    const box = this.find(id);
    if (!box) return;
    if (box.occupied) box.end(137);
    this.#boxes.delete(id);
    this.#publish(box, "destroy");
  }

  async exec(...[id, argv, options]: Parameters<Engine["exec"]>) {
    const box = this.need(id);
    checkArgv("command", argv);
    if (argv.length === 0) throw refuse("other", "There is no command to run.");
    if (!box.occupied)
      throw refuse("not-running", `The container ${box.name} is not running. Start it first.`);
    return await runProgram(box, argv, options, (path) => this.#read(box, path));
  }

  async *execStream(...[id, argv, options]: Parameters<Engine["execStream"]>) {
    const box = this.need(id);
    const parts: Buffer[] = [];
    for await (const part of options.input ?? []) parts.push(part);
    const input = options.input && Buffer.concat(parts);
    const files = {
      read: (path: string) => this.#read(box, path),
      write: (path: string, content: string) => this.#write(box, [{ path, content }]),
    };
    const scripted = box.occupied ? box.script.pipe?.(argv, input, files) : undefined;
    const limits = { timeoutMs: Number.POSITIVE_INFINITY, signal: options.signal };
    const isCopy = argv[0] === "cat" && argv.length === 1;
    const result =
      scripted ??
      (isCopy ? { exitCode: 0, stdout: `${input ?? ""}`, stderr: "" } : await this.exec(id, argv, limits));
    if (options.signal.aborted) throw refuse("cancelled", "This was cancelled.");
    if (result.stdout) yield Buffer.from(result.stdout);
    if (result.exitCode === 0) return;
    const said = result.stderr.trim().split("\n").at(-1);
    const sentence = `"${argv[0]}" ended with ${result.exitCode} inside the container${said ? `: ${said}` : "."}`;
    throw refuse("command-failed", sentence);
  }

  /** Only what lies in a volume is kept here; the others are read from the container's own making. */
  #write(box: Box, files: readonly { path: string; content: string }[]): void {
    for (const { path, content } of files) {
      const mount = mountOf(box, path);
      if (mount) this.#holdings.filesOf(mount.volume).set(path.slice(mount.target.length), content);
    }
  }

  #read(box: Box, path: string): string | undefined {
    const mount = mountOf(box, path);
    if (mount) return this.#holdings.filesOf(mount.volume).get(path.slice(mount.target.length));
    return box.spec.files.find((file) => file.path === path)?.content;
  }

  all(labels: Labels = {}): Box[] {
    return [...this.#boxes.values()].filter((box) => carries(box.spec.labels, labels));
  }

  find(id: string): Box | undefined {
    return this.#boxes.get(checkName("container", id));
  }

  need(id: string): Box {
    const box = this.find(id);
    if (box) return box;
    throw refuse(
      "not-found",
      `The engine has no container ${id.slice(0, 12)}. It was removed, perhaps by hand.`,
    );
  }

  breakStreams(gone: EngineError): void {
    this.changes.end(gone);
    for (const box of this.all()) box.lines.end(gone);
  }

  #publish(box: Box, action: EngineEvent["action"], detail?: Pick<EngineEvent, "exitCode" | "health">) {
    this.changes.publish({ at: new Date(), containerId: box.id, labels: box.spec.labels, action, ...detail });
  }

  #refuseTakenName(name: string) {
    if (!this.all().some((box) => box.name === name)) return;
    const sentence = `Another container is already called ${name}. Choose another name, or remove that container.`;
    throw refuse("name-taken", sentence);
  }

  #refuseTakenPorts(box: Box) {
    const others = this.all().filter((other) => other !== box && other.occupied);
    const held = new Set(others.flatMap((other) => other.spec.ports.map(portKey)));
    const taken = box.spec.ports.find((port) => held.has(portKey(port)));
    if (!taken) return;
    const advice = "Choose another port, or stop what uses it.";
    throw refuse("port-taken", `Port ${taken.hostPort} is in use already on the engine's machine. ${advice}`);
  }
}

function mountOf(box: Box, path: string) {
  return box.spec.volumes.find(({ target }) => path.startsWith(`${target}/`));
}

function portKey({ hostPort, protocol }: { hostPort: number; protocol: string }) {
  return `${hostPort}/${protocol}`;
}

function refuse(kind: EngineError["kind"], sentence: string) {
  return new EngineError(kind, sentence);
}
