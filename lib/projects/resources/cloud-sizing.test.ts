import fc from "fast-check";
import { expect, test } from "vitest";
import { cloudShortages, cloudWorkspace, sourceBuilder } from "./cloud-sizing";

const Figures = fc.record(
  {
    cpuCores: fc.integer({ min: 1, max: 6_400 }).map((hundredths) => hundredths / 100),
    memoryMb: fc.integer({ min: 6, max: 262_144 }),
    diskMb: fc.integer({ min: 1, max: 1_048_576 }),
  },
  { requiredKeys: [] },
);
const Given = fc
  .array(fc.record({ build: fc.option(fc.constant({}), { nil: undefined }), figures: Figures }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => ({
    services: all.map(({ build }, at) => ({ name: `s${at}`, build })),
    resources: Object.fromEntries(all.map(({ figures }, at) => [`s${at}`, figures])),
    figures: all.map(({ figures }) => figures),
  }));
const Pool = fc.record({
  cpuCores: fc.integer({ min: 0, max: 512 }),
  memoryMb: fc.integer({ min: 0, max: 1_048_576 }),
  diskMb: fc.integer({ min: 0, max: 4_194_304 }),
});

test("the workspace of two services is their sum, rounded up, with room for the system", () => {
  const services = [{ name: "web" }, { name: "db" }, { name: "free" }];
  const resources = {
    web: { cpuCores: 0.5, memoryMb: 512, diskMb: 1024 },
    db: { cpuCores: 1.25, memoryMb: 1024, diskMb: 20_480 },
  };
  expect(cloudWorkspace(services, resources)).toEqual({ cpuCores: 2, memoryMb: 2048, diskMb: 20_480 });
  expect(cloudWorkspace([{ name: "constructor" }], {})).toEqual({
    cpuCores: 1,
    memoryMb: 512,
    diskMb: 8192,
  });
  const tenths = Object.fromEntries(["a", "b", "c"].map((name) => [name, { cpuCores: 0.1 }]));
  const seven = { ...tenths, d: { cpuCores: 0.7 } };
  expect(
    cloudWorkspace(
      ["a", "b", "c", "d"].map((name) => ({ name })),
      seven,
    ).cpuCores,
  ).toBe(1);
});

test("a workspace holds every service, and not a whole vCPU or a MB more than that", () => {
  fc.assert(
    fc.property(Given, ({ services, resources, figures }) => {
      const { cpuCores, memoryMb, diskMb } = cloudWorkspace(services, resources);
      const hundredths = figures.reduce((sum, one) => sum + Math.round((one.cpuCores ?? 0) * 100), 0);
      expect(Number.isInteger(cpuCores)).toBe(true);
      expect(cpuCores * 100).toBeGreaterThanOrEqual(hundredths);
      expect((cpuCores - 1) * 100).toBeLessThan(Math.max(hundredths, 1));
      expect(memoryMb).toBe(figures.reduce((sum, one) => sum + (one.memoryMb ?? 0), 512));
      expect(diskMb).toBe(Math.max(8192, ...figures.map((one) => one.diskMb ?? 0)));
      expect(cloudWorkspace(services.toReversed(), resources)).toEqual({ cpuCores, memoryMb, diskMb });
    }),
  );
});

test("only what is built from source reserves a builder, and it takes what the pool has left", () => {
  fc.assert(
    fc.property(Given, Pool, Figures, ({ services, resources }, pool, caps) => {
      const workspace = cloudWorkspace(services, resources);
      const builder = sourceBuilder(services, workspace, pool, caps);
      expect(builder !== null).toBe(services.some(({ build }) => build !== undefined));
      if (!builder) return;
      const least = { cpuCores: 1, memoryMb: 2048, diskMb: 4096 };
      for (const figure of ["cpuCores", "memoryMb", "diskMb"] as const) {
        const cap = caps[figure] ?? Number.POSITIVE_INFINITY;
        expect(builder[figure]).toBeLessThanOrEqual(Math.max(cap, 0));
        expect(builder[figure]).toBeGreaterThanOrEqual(Math.min(least[figure], cap));
        const left = pool[figure] - workspace[figure];
        if (left >= least[figure]) expect(builder[figure]).toBe(Math.min(left, cap));
      }
    }),
  );
});

test("without a report of the pool a builder gets its caps, or the least that builds need", () => {
  const workspace = cloudWorkspace([], {});
  const services = [{ name: "web", build: {} }];
  expect(sourceBuilder(services, workspace)).toEqual({ cpuCores: 1, memoryMb: 2048, diskMb: 4096 });
  expect(sourceBuilder(services, workspace, {}, { cpuCores: 4, memoryMb: 1024 })).toEqual({
    cpuCores: 4,
    memoryMb: 1024,
    diskMb: 4096,
  });
  expect(sourceBuilder([{ name: "web" }], workspace)).toBeNull();
});

test("a plan is short of exactly what is more than it, and of nothing that it does not tell", () => {
  fc.assert(
    fc.property(Given, Pool, ({ services, resources }, plan) => {
      const workspace = cloudWorkspace(services, resources);
      const needs = [workspace, sourceBuilder(services, workspace, plan)];
      const short = cloudShortages(needs, plan);
      for (const figure of ["cpuCores", "memoryMb", "diskMb"] as const) {
        const needed = needs.reduce((sum, one) => sum + (one?.[figure] ?? 0), 0);
        const found = short.find((one) => one.figure === figure);
        expect(found).toEqual(
          needed > plan[figure] ? { figure, needed, available: plan[figure] } : undefined,
        );
      }
      expect(cloudShortages(needs, {})).toEqual([]);
    }),
  );
});
