import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { BUILD_LIMITS } from "../check-build";
import type { BuildLine, BuildSpec } from "../engine";
import { type Bench, settled } from "./bench";

export function describeBuilds(bench: Bench): void {
  describe("builds", () => {
    const site = createSite(bench);
    describeSuccess(bench, site);
    describeFailure(bench, site);
    describeEnds(bench, site);
  });
}

type Site = ReturnType<typeof createSite>;

function createSite({ engine, images, labels, freshName }: Bench) {
  // Another one each time: what the builder has in its cache is not run, and writes nothing.
  const from = `FROM ${images.base}\nENV RS_CONF=${randomUUID()}`;
  const specOf = (dockerfile: string, changes: Partial<BuildSpec> = {}): BuildSpec => ({
    tag: `${freshName()}:1`,
    labels,
    files: [
      { path: "web/Dockerfile", content: dockerfile },
      { path: "web/page.txt", content: "hello\n" },
      { path: "worker/job.txt", content: "work\n" },
    ],
    dockerfile: "web/Dockerfile",
    args: {},
    cacheScope: "rs-conf",
    ...changes,
  });
  const built = async (spec: BuildSpec) => {
    const lines: BuildLine[] = [];
    const signal = AbortSignal.timeout(60_000);
    const image = await engine.buildImage(spec, { signal, onLine: (line) => lines.push(line) });
    return { image, lines, texts: lines.map(({ text }) => text) };
  };
  return { from, specOf, built };
}

function describeSuccess(bench: Bench, { from, specOf, built }: Site) {
  const { engine, images, labels, givenRunning } = bench;

  test("what was built runs, is found by its tag, and is listed by its labels", async () => {
    const spec = specOf(`${from}\nCOPY web/page.txt /page\nCOPY worker/ /worker/`);
    const { image } = await built(spec);
    expect(await engine.findImage(spec.tag)).toEqual(image);
    const listed = (await engine.listImages(labels)).find(({ id }) => id === image.id);
    expect(listed).toMatchObject({ tags: [spec.tag], labels });
    const id = await givenRunning({ image: image.id, command: images.idle.command });
    expect((await settled(bench, id, ({ state }) => state === "running")).imageId).toBe(image.id);
  });

  test("steps and what their commands write are told, in order", async () => {
    const { lines, texts } = await built(specOf(`${from}\nRUN echo first; echo second`));
    const step = lines.findIndex(
      ({ kind, text }) => kind === "step" && text.endsWith("RUN echo first; echo second"),
    );
    expect(step).toBeGreaterThanOrEqual(0);
    expect(texts.indexOf("first")).toBeGreaterThan(step);
    expect(texts.indexOf("second")).toBeGreaterThan(texts.indexOf("first"));
  });

  test("arguments reach what the build file declares, as they are", async () => {
    const value = `a "b" 'c' $HOME {{config:X}} \\ ; exit 9 #`;
    const dockerfile = `${from}\nARG GIVEN\nARG PRESET=preset\nRUN echo "<$GIVEN>"; echo "<$PRESET>"; echo "<$HIDDEN>"`;
    const { texts } = await built(specOf(dockerfile, { args: { GIVEN: "blue", HIDDEN: value } }));
    expect(texts).toEqual(expect.arrayContaining(["<blue>", "<preset>", "<>"]));
  });
}

function describeFailure({ engine, images }: Bench, { from, specOf, built }: Site) {
  test("a source without the folder it stands in fails, and the right one is named", async () => {
    const spec = specOf(`${from}\nCOPY page.txt /page`);
    const message = expect.stringMatching(/COPY page\.txt \/page.*web\/Dockerfile.*web\/page\.txt/);
    await expect(built(spec)).rejects.toMatchObject({ name: "EngineError", kind: "build-failed", message });
    expect(await engine.findImage(spec.tag)).toBeUndefined();
  });

  test("a command that fails is named with its exit code, and leaves no image", async () => {
    const spec = specOf(`${from}\nRUN echo before; exit 3`);
    const message = expect.stringMatching(/RUN echo before; exit 3.*web\/Dockerfile.*exit code 3\./);
    await expect(built(spec)).rejects.toMatchObject({ kind: "build-failed", message });
    expect(await engine.findImage(spec.tag)).toBeUndefined();
  });

  test("a base image that its registry lacks is refused by name", async () => {
    const failing = built(specOf(`FROM ${images.missing}\nRUN echo never`));
    const message = expect.stringContaining(images.missing);
    await expect(failing).rejects.toMatchObject({ kind: "image-not-found", message });
  });

  test("a build file that says nothing is refused", async () => {
    await expect(built(specOf("# nothing yet"))).rejects.toMatchObject({ kind: "build-failed" });
  });

  test("a cancelled build ends soon and leaves no image", async () => {
    const spec = specOf(`${from}\nRUN echo begun; sleep 300`);
    const over = new AbortController();
    let abortedAt = Number.POSITIVE_INFINITY;
    const onLine = ({ text }: BuildLine) => {
      if (text !== "begun") return;
      abortedAt = performance.now();
      over.abort();
    };
    const build = engine.buildImage(spec, { signal: over.signal, onLine });
    await expect(build).rejects.toMatchObject({ name: "EngineError", kind: "cancelled" });
    expect(performance.now() - abortedAt).toBeLessThan(2_000);
    expect(await engine.findImage(spec.tag)).toBeUndefined();
  });
}

function describeEnds({ engine, images, given }: Bench, { from, specOf, built }: Site) {
  test("an image goes with its last name, unless a container was made from it", async () => {
    const spec = specOf(`${from}\nRUN echo kept`);
    const { image } = await built(spec);
    const container = await given({ image: image.id, command: images.idle.command });
    await expect(engine.removeImage(spec.tag)).rejects.toMatchObject({
      name: "EngineError",
      kind: "other",
    });
    expect((await engine.findImage(image.id))?.id).toBe(image.id);
    await engine.removeContainer(container);
    await engine.removeImage(spec.tag);
    await engine.removeImage(spec.tag);
    expect(await engine.findImage(image.id)).toBeUndefined();
  });

  test.each(["../up", "/abs", "a/../b", "-rf", "a/-b", "a//b", "a\\b", "a\nb", "", "."])(
    "%j is no file of a build context",
    async (path) => {
      const files = [
        { path: "web/Dockerfile", content: from },
        { path, content: "" },
      ];
      await expect(built(specOf(from, { files }))).rejects.toMatchObject({
        name: "EngineError",
        kind: "other",
      });
    },
  );

  test("a context or arguments beyond the limits are refused before anything is sent", async () => {
    const files = [
      { path: "web/Dockerfile", content: from },
      { path: "web/large", content: "x".repeat(BUILD_LIMITS.contextBytes) },
    ];
    const tooLarge = { kind: "other", message: expect.stringContaining("16 MiB") };
    await expect(built(specOf(from, { files }))).rejects.toMatchObject(tooLarge);
    const args = { LONG: "x".repeat(BUILD_LIMITS.argumentBytes) };
    const tooLong = { kind: "other", message: expect.stringContaining("512 KiB") };
    await expect(built(specOf(from, { args }))).rejects.toMatchObject(tooLong);
  });
}
