import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { ContainerSpec, Engine, EngineContainer, Labels } from "../engine";

/** What to run to get a behaviour, on the engine at hand. */
export type Sample = { image: string; command?: readonly string[] };

export type ConformanceImages = {
  /** Runs until SIGTERM; has echo, cat and sleep. */
  idle: Sample;
  /** A command that prints the variable of this name, and a line end. */
  show(variable: string): string[];
  /** Says "one", then "two" on stderr, then "three", then runs on and says "four" within two seconds. */
  lines: Sample;
  /** Says one line of 40,000 times "x". */
  longLine: Sample;
  /** Thousands of lines a second. */
  noisy: Sample;
  /** Has a health check of its own that passes soon, and exposes port 8080. */
  healthy: Sample;
  unhealthy: Sample;
  /** Ends at once with 1. */
  crash: Sample;
  /** Ignores SIGTERM. */
  stubborn: Sample;
  /** For the FROM of a build; its shell has echo, sleep and exit. */
  base: string;
  /** Its program does not exist. */
  broken: Sample;
  /** Its registry says there is no such thing. */
  missing: string;
  /** Its registry does not answer. */
  elsewhere: string;
};

/** What the suites share: an engine, a network, and containers that are gone after each test. */
export type Bench = {
  engine: Engine;
  images: ConformanceImages;
  /** Carried by everything that a run makes. */
  labels: Labels;
  network: string;
  freshName(): string;
  specOf(sample: Sample, changes?: Partial<ContainerSpec>): ContainerSpec;
  /** @returns the id of a created container */
  given(sample: Sample, changes?: Partial<ContainerSpec>): Promise<string>;
  givenRunning(sample: Sample, changes?: Partial<ContainerSpec>): Promise<string>;
};

export function createBench(makeEngine: () => Engine, images: ConformanceImages): Bench {
  const engine = makeEngine();
  const run = randomBytes(4).toString("hex");
  const labels = { "rs-conf": run };
  const network = `rs-conf-${run}`;
  let count = 0;

  const bench: Bench = {
    engine,
    images,
    labels,
    network,
    freshName: () => `rs-conf-${run}-${++count}`,
    specOf: ({ image, command }, changes) => ({
      name: bench.freshName(),
      image,
      command,
      labels,
      env: {},
      volumes: [],
      files: [],
      ports: [],
      network,
      aliases: [],
      restart: "no",
      ...changes,
    }),
    given: async (sample, changes) => await engine.createContainer(bench.specOf(sample, changes)),
    async givenRunning(sample, changes) {
      const id = await bench.given(sample, changes);
      await engine.startContainer(id);
      return id;
    },
  };

  beforeAll(async () => {
    const samples = Object.values(images).filter((sample): sample is Sample => typeof sample === "object");
    for (const image of new Set(samples.map((sample) => sample.image))) await pulled(engine, image);
    await engine.ensureNetwork(network, labels);
  });
  afterEach(async () => {
    const left = await engine.listContainers(labels);
    await Promise.all(left.map((container) => engine.removeContainer(container.id)));
  });
  afterAll(async () => {
    for (const image of await engine.listImages(labels)) await engine.removeImage(image.id);
    for (const volume of await engine.listVolumes(labels)) await engine.removeVolume(volume.name);
    const made = Array.from({ length: count }, (_, index) => `rs-conf-${run}-${index + 1}`);
    await Promise.all([network, ...made].map((name) => engine.removeNetwork(name)));
  });
  return bench;
}

async function pulled(engine: Engine, image: string) {
  if (await engine.findImage(image)) return;
  await engine.pullImage(image, { signal: AbortSignal.timeout(60_000), onProgress: () => {} });
}

/** @returns the container once it is as wished; fails with what it is instead */
export async function settled(
  { engine }: Bench,
  id: string,
  wished: (container: EngineContainer) => boolean,
  limitMs = 15_000,
): Promise<EngineContainer> {
  const deadline = performance.now() + limitMs;
  while (true) {
    const container = await engine.inspectContainer(id);
    if (container && wished(container)) return container;
    if (performance.now() > deadline) throw new Error(`Not in ${limitMs} ms: ${JSON.stringify(container)}`);
    await pause(20);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("There is no free port.");
  return address.port;
}

/** Everything an iterable gives until it ends, or until there are `limit` of them. */
export async function gathered<T>(source: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) {
    values.push(value);
    if (values.length >= limit) break;
  }
  return values;
}
