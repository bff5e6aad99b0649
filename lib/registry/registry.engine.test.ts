import { afterAll, beforeAll, expect, test } from "vitest";
import { releaseImage, untagImage } from "@/e2e/lab";
import { parseImage } from "@/lib/app-definition/images";
import { connectDocker, type Engine } from "@/lib/engine";
import { testEngineAddress } from "@/lib/engine/docker/testing";
import { createAsk } from "@/lib/outgoing";
import type { RegistryAccess, Repository } from "./access";
import { forgetAuthorizations } from "./authorization";
import { openGates } from "./gate";
import { readDigest } from "./read-digest";
import { readTags } from "./read-tags";

let engine: Engine;
let access: RegistryAccess;

beforeAll(async () => {
  openGates();
  forgetAuthorizations();
  engine = connectDocker(testEngineAddress());
  access = {
    // Nothing is allowed: the registry on this machine is reached because the engine was set up with it.
    ask: createAsk({ allowed: [] }),
    registries: await engine.registries(),
    loginFor: () => undefined,
    signal: AbortSignal.timeout(60_000),
  };
});

const BUOY: Repository = { registry: "docker.io", repository: "lab/buoy" };
afterAll(async () => {
  for (const tag of ["1.0.0", "1.0.1"]) await untagImage(`lab/buoy:${tag}`);
});

test.each(["busybox:1.36.1", "lab/web:1.0.0", "redis:7.2.6"])(
  "what the registry says of %s is what the engine has after a pull",
  async (reference) => {
    const { signal } = access;
    const { digest } = await engine.pullImage(reference, { signal, onProgress: () => {} });
    const image = parseImage(reference);
    if (!image?.tag) throw new Error(`${reference} has no tag`);
    expect(await readDigest(access, image, image.tag)).toBe(digest);
  },
);

test("a release is seen without a pull, and a moved tag as another digest", async () => {
  const first = await releaseImage("lab/buoy:1.0.0", "lab/web:1.0.0");
  expect(await readDigest(access, BUOY, "1.0.0")).toBe(first);
  const second = await releaseImage("lab/buoy:1.0.1", "lab/web:1.0.0");
  const tags: string[] = [];
  await readTags(access, BUOY, { etag: null, see: (tag) => tags.push(tag) });
  expect(tags.sort()).toEqual(["1.0.0", "1.0.1"]);
  expect(await readDigest(access, BUOY, "1.0.1")).toBe(second);
  const moved = await releaseImage("lab/buoy:1.0.0", "lab/web:1.0.0");
  expect(moved).not.toBe(first);
  expect(await readDigest(access, BUOY, "1.0.0")).toBe(moved);
  expect(await engine.findImage("lab/buoy:1.0.0")).toBeUndefined();
});
