import { expect } from "vitest";
import type { InstallPlan } from "@/lib/apps/schema";
import type { BuildSpec, ContainerSpec, Engine } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers";
import type { ChangePlan } from "./schema";

/** Everything that changes something on an engine; what only asks is none of it. */
type Deed = { [K in keyof Engine]: { name: K; args: unknown[]; result: unknown } }[keyof Engine];
const DEEDS = [
  "pullImage",
  "buildImage",
  "ensureNetwork",
  "ensureVolume",
  "removeNetwork",
  "removeVolume",
  "createContainer",
  "startContainer",
  "stopContainer",
  "renameContainer",
  "removeContainer",
] as const;

export type Recorder = ReturnType<typeof createRecorder>;

/** An engine that notes down everything it is asked to change. */
export function createRecorder(engine: Engine) {
  let deeds: Deed[] = [];
  const recorded = Object.fromEntries(
    DEEDS.map((name) => [
      name,
      async (...args: never[]) => {
        const result = await (engine[name] as (...args: never[]) => Promise<unknown>)(...args);
        deeds.push({ name, args, result });
        return result;
      },
    ]),
  );
  const first = (name: string) => deeds.filter((deed) => deed.name === name).map(({ args }) => args[0]);
  return {
    engine: { ...engine, ...recorded } as Engine,
    /** What was asked since the last time. */
    take() {
      const made = deeds.flatMap(({ name, args, result }) =>
        name === "createContainer" ? [{ id: String(result), spec: args[0] as ContainerSpec }] : [],
      );
      const taken = {
        pulled: first("pullImage").map(String).sort(),
        built: (first("buildImage") as BuildSpec[]).map(({ dockerfile }) => dockerfile.split("/")[0]).sort(),
        networks: first("ensureNetwork"),
        volumes: first("ensureVolume").map(String).sort(),
        made: new Map(made.map(({ id, spec }) => [spec.labels[LABELS.service] ?? "", { id, spec }])),
        started: first("startContainer").map(
          (id) => made.find((one) => one.id === id)?.spec.labels[LABELS.service],
        ),
        ended: first("removeContainer").map(String).sort(),
        others: deeds
          .map(({ name }) => name)
          .filter((name) => ["removeNetwork", "removeVolume", "renameContainer"].includes(name)),
      };
      deeds = [];
      return taken;
    },
  };
}

export type Taken = ReturnType<Recorder["take"]>;

/** Fails unless an installation did what its plan says, and nothing else. */
export function expectInstalled(plan: InstallPlan, done: Taken): void {
  expectFrame(plan, done);
  expect(done.ended).toEqual([]);
  for (const { name } of plan.services) {
    const spec = specOf(done, name);
    const planned = plan.environment.filter(({ service }) => service === name);
    expect(Object.keys(spec.env).sort(), name).toEqual(planned.map(({ key }) => key).sort());
    for (const { key, value, secret } of planned) {
      if (secret) expect(value, key).toBeNull();
      else expect(spec.env[key], key).toBe(value);
    }
    const paths = plan.files.filter(({ service }) => service === name).map(({ path }) => path);
    expect(spec.files.map(({ path }) => path)).toEqual(paths);
    expectLimits(spec, {}, plan, name);
  }
}

/** Fails unless a deployment turned what ran before into what its plan says, and did nothing else. */
export function expectChanged(plan: ChangePlan, before: Taken, done: Taken): void {
  expectFrame({ ...plan, services: plan.services.filter(({ change }) => change !== "removed") }, done);
  const ended = plan.services
    .filter(({ change }) => change !== "added")
    .map(({ name }) => idOf(before, name));
  expect(done.ended).toEqual(ended.sort());
  for (const { name, change, why, from } of plan.services) {
    if (change === "removed") continue;
    const spec = specOf(done, name);
    const old = before.made.get(name)?.spec;
    expect(change).toBe(old ? "recreated" : "added");
    expectVariables(spec, old, plan, name);
    expectFiles(spec, old, plan, name);
    expectLimits(spec, old ?? {}, plan, name);
    if (!old) continue;
    expect(spec.image !== old.image, name).toBe(from !== null);
    // What no table of the plan shows is at least told.
    const untold = ({ env, files, ports, volumes, memoryMb, cpuCores, ...rest }: ContainerSpec) => {
      const { name: _name, labels, image, ...shape } = rest;
      return shape;
    };
    if (why.length === 0) expect(untold(spec), name).toEqual(untold(old));
    if (JSON.stringify(untold(spec)) !== JSON.stringify(untold(old))) expect(why).not.toEqual([]);
  }
}

type Frame = Pick<InstallPlan, "network" | "routes"> & {
  services: {
    name: string;
    image: string;
    build: string | null;
    present: boolean | null;
    order: number | null;
  }[];
  volumes: { name: string; service: string; target: string; change?: string }[];
};

/** Images, network, volumes, ports and order: what both plans tell alike. */
function expectFrame({ services, network, volumes, routes }: Frame, done: Taken) {
  const missing = services.filter(({ present }) => present === false).map(({ image }) => image);
  expect(done.pulled).toEqual([...new Set(missing)].sort());
  expect(done.built).toEqual(
    services
      .filter(({ build }) => build === "built")
      .map(({ name }) => name)
      .sort(),
  );
  expect(done.networks).toEqual([network]);
  const mounted = volumes.filter(({ change }) => change !== "left");
  expect(done.volumes).toEqual([...new Set(mounted.map(({ name }) => name))].sort());
  expect(done.others).toEqual([]);
  expect([...done.made.keys()].sort()).toEqual(services.map(({ name }) => name).sort());
  const orders = done.started.map((name) => services.find((service) => service.name === name)?.order);
  expect(orders).toEqual(services.map(({ order }) => order).sort());
  for (const { name } of services) {
    const spec = specOf(done, name);
    const mounts = mounted.filter(({ service }) => service === name);
    expect(spec.volumes.map(({ volume, target }) => `${volume} ${target}`)).toEqual(
      mounts.map((mount) => `${mount.name} ${mount.target}`),
    );
    const open = routes.filter((route) => route.service === name && route.mode !== "internal");
    const published = open.filter((route) => !("change" in route) || route.change !== "removed");
    expect(spec.ports.map(({ containerPort, hostPort }) => [containerPort, hostPort])).toEqual(
      published.map(({ port, hostPort }) => [port, hostPort]),
    );
  }
}

function expectVariables(
  spec: ContainerSpec,
  old: ContainerSpec | undefined,
  plan: ChangePlan,
  name: string,
) {
  const changes = plan.variables.filter(({ service }) => service === name);
  const expected: Record<string, unknown> = { ...old?.env };
  for (const { key, change, secret, to } of changes) {
    if (change === "removed") delete expected[key];
    else expected[key] = secret ? expect.any(String) : to;
    expect(spec.env[key], `${name} ${key}`).not.toBe(old?.env[key]);
  }
  expect(spec.env).toEqual(expected);
}

function expectFiles(spec: ContainerSpec, old: ContainerSpec | undefined, plan: ChangePlan, name: string) {
  const changes = plan.files.filter(({ service }) => service === name);
  const of = (one: ContainerSpec | undefined, path: string) =>
    one?.files.find((file) => file.path === path)?.content;
  const paths = new Set([...spec.files, ...(old?.files ?? [])].map(({ path }) => path));
  const changed = [...paths].filter((path) => of(spec, path) !== of(old, path));
  expect(changed.sort()).toEqual(changes.map(({ path }) => path).sort());
  for (const { path, secret, lines } of changes) {
    if (secret) expect(lines).toBeNull();
    for (const line of lines ?? []) {
      if (line.kind === "added") expect(of(spec, path)?.split("\n")).toContain(line.text);
      if (line.kind === "removed") expect(of(old, path)?.split("\n")).toContain(line.text);
    }
  }
}

function expectLimits(
  spec: ContainerSpec,
  old: Pick<ContainerSpec, "memoryMb" | "cpuCores">,
  { limits }: Pick<InstallPlan, "limits">,
  name: string,
) {
  for (const figure of ["memoryMb", "cpuCores"] as const) {
    const change = limits.find((one) => one.service === name && one.figure === figure);
    if (change) expect(change.from).toBe(old[figure] ?? null);
    expect(spec[figure] ?? null, `${name} ${figure}`).toBe(change ? change.to : (old[figure] ?? null));
  }
}

function specOf(done: Taken, service: string): ContainerSpec {
  const found = done.made.get(service);
  if (!found) throw new Error(`No container was made for ${service}.`);
  return found.spec;
}

function idOf(done: Taken, service: string): string {
  return done.made.get(service)?.id ?? `no container of ${service}`;
}
