import { describe, expect, test } from "vitest";
import type { ContainerSpec } from "../engine";
import type { Bench } from "./bench";

// What a person could type where a name is asked for (attacks T1, T2, T6).
const NOT_NAMES = [
  "",
  "-v",
  "--privileged",
  "a b",
  "a;reboot",
  "a|cat",
  "a&b",
  "$(id)",
  "`id`",
  "a\nb",
  "a\0b",
  "'a'",
  '"a"',
  "..",
  "../etc",
  "a/b",
  "/",
  "/var/run/docker.sock",
  "a?force=true",
  "a%2Fb",
  "a#b",
  "é",
  "a".repeat(129),
];
const NOT_IMAGES = [
  "",
  "-rm",
  "--help",
  "a b",
  "a/B",
  "a:b c",
  "a\nb",
  "a@sha256:12",
  "$(id)",
  "../../containers/json",
  "a?b",
  "a:",
  "http://x/y",
];
const HARD_TEXTS = [
  "two\nlines\nADMIN=1",
  "\r\n",
  " leading and trailing ",
  `'"\`$(touch /tmp/x) && || ; | > < * ? [ ] { } ~ # ! \\ %s %n`,
  "{{config:OTHER_SECRET}} $" + "{X} $$",
  "--privileged",
  '{"json": [1, "2"]}',
  "ünïcödé 🚢 \u202e",
  "\t\u001b[31mred",
  "=",
  "x".repeat(20_000),
];

const refusal = { name: "EngineError", kind: "other" };
const limit = { timeoutMs: 20_000 };

export function describeHostileInput(bench: Bench): void {
  describe("hostile input", () => {
    describeNames(bench);
    describeTexts(bench);
    describeShapes(bench);
  });
}

function describeNames({ engine, images, labels, specOf }: Bench) {
  test.each(NOT_NAMES)("%j is no name of anything, and nothing is made", async (name) => {
    await expect(engine.createContainer(specOf(images.idle, { name }))).rejects.toMatchObject(refusal);
    await expect(engine.createContainer(specOf(images.idle, { network: name }))).rejects.toMatchObject(
      refusal,
    );
    const volumes = [{ volume: name, target: "/data", readOnly: false }];
    await expect(engine.createContainer(specOf(images.idle, { volumes }))).rejects.toMatchObject(refusal);
    await expect(engine.ensureNetwork(name, labels)).rejects.toMatchObject(refusal);
    await expect(engine.ensureVolume(name, labels)).rejects.toMatchObject(refusal);
    await expect(engine.removeNetwork(name)).rejects.toMatchObject(refusal);
    await expect(engine.connectNetwork("a", name, [])).rejects.toMatchObject(refusal);
    await expect(engine.connectNetwork(name, "a", [])).rejects.toMatchObject(refusal);
    await expect(engine.connectNetwork("a", "b", [name])).rejects.toMatchObject(refusal);
    await expect(engine.disconnectNetwork("a", name)).rejects.toMatchObject(refusal);
    await expect(engine.disconnectNetwork(name, "a")).rejects.toMatchObject(refusal);
    await expect(engine.removeVolume(name)).rejects.toMatchObject(refusal);
    await expect(engine.inspectContainer(name)).rejects.toMatchObject(refusal);
    await expect(engine.removeContainer(name)).rejects.toMatchObject(refusal);
    await expect(engine.exec(name, ["echo"], limit)).rejects.toMatchObject(refusal);
    expect(await engine.listContainers(labels)).toEqual([]);
  });

  test.each(NOT_IMAGES)("%j is no image", async (image) => {
    await expect(engine.findImage(image)).rejects.toMatchObject(refusal);
    const options = { signal: AbortSignal.timeout(10_000), onProgress: () => {} };
    await expect(engine.pullImage(image, options)).rejects.toMatchObject(refusal);
    await expect(engine.createContainer(specOf({ image }))).rejects.toMatchObject(refusal);
  });

  test.each(["host", "none", "bridge"])("the engine's own network %j is refused", async (network) => {
    await expect(engine.createContainer(specOf(images.idle, { network }))).rejects.toMatchObject(refusal);
  });
}

function describeTexts({ engine, images, labels, givenRunning, given }: Bench) {
  test("values and file contents arrive to the letter, as one variable and one file each", async () => {
    const env = Object.fromEntries(HARD_TEXTS.map((text, index) => [`HARD_${index}`, text]));
    const files = HARD_TEXTS.map((content, index) => ({ path: `/etc/rs conf/$(id)/${index}`, content }));
    const id = await givenRunning(images.idle, { env, files });
    for (const [index, text] of HARD_TEXTS.entries()) {
      expect((await engine.exec(id, images.show(`HARD_${index}`), limit)).stdout).toBe(`${text}\n`);
      expect((await engine.exec(id, ["cat", `/etc/rs conf/$(id)/${index}`], limit)).stdout).toBe(text);
    }
    expect((await engine.exec(id, images.show("ADMIN"), limit)).stdout.trim()).toBe("");
  });

  test("words of a command arrive to the letter", async () => {
    const id = await givenRunning(images.idle);
    for (const text of HARD_TEXTS) {
      expect((await engine.exec(id, ["echo", text], limit)).stdout).toBe(`${text}\n`);
    }
  });

  test("labels arrive to the letter, and are searched to the letter", async () => {
    for (const text of HARD_TEXTS) {
      const id = await given(images.idle, { labels: { ...labels, hard: text } });
      expect((await engine.inspectContainer(id))?.labels.hard).toBe(text);
      expect((await engine.listContainers({ ...labels, hard: text })).map((each) => each.id)).toEqual([id]);
      await engine.removeContainer(id);
    }
  });
}

const badly = (part: object) => part as Partial<ContainerSpec>;
const NOT_SPECS: [string, Partial<ContainerSpec>][] = [
  ["a variable's name with a second line", { env: { "A\nB": "1" } }],
  ["a variable's name with an equals sign", { env: { "A=B": "1" } }],
  ["a variable without a name", { env: { "": "1" } }],
  ["a value with NUL", { env: { A: "b\0c" } }],
  ["a word with NUL", { command: ["echo", "\0"] }],
  ["a command in one string", badly({ command: "rm -rf /" })],
  ["an entrypoint in one string", badly({ entrypoint: "sh" })],
  ["a health check in one string", { healthcheck: badly({ test: "curl localhost" }) as { test: string[] } }],
  ["a health check of an unknown form", { healthcheck: { test: ["curl", "localhost"] } }],
  ["an empty health check", { healthcheck: { test: [] } }],
  ["a file above the root", { files: [{ path: "/etc/../../root/x", content: "" }] }],
  ["a file with a relative path", { files: [{ path: "etc/x", content: "" }] }],
  ["a file that is a folder", { files: [{ path: "/etc/", content: "" }] }],
  ["a volume on the root", { volumes: [{ volume: "rs-conf-v", target: "/", readOnly: false }] }],
  [
    "a volume at a relative target",
    { volumes: [{ volume: "rs-conf-v", target: "../data", readOnly: false }] },
  ],
  [
    "a port on a name",
    { ports: [{ containerPort: 1, protocol: "tcp", hostIp: "localhost", hostPort: 8080 }] },
  ],
  [
    "a port beyond the last",
    { ports: [{ containerPort: 65536, protocol: "tcp", hostIp: "::1", hostPort: 8080 }] },
  ],
  ["a user with a flag", { user: "--privileged" }],
  ["an alias with a space", { aliases: ["a b"] }],
];

function describeShapes({ engine, images, labels, specOf }: Bench) {
  test.each(NOT_SPECS)("%s is refused, and nothing is made", async (_, changes) => {
    const create = engine.createContainer(specOf(images.idle, changes));
    await expect(create).rejects.toMatchObject(refusal);
    expect(await engine.listContainers(labels)).toEqual([]);
  });

  test("a refusal does not repeat the value of a variable", async () => {
    const create = engine.createContainer(specOf(images.idle, { env: { TOKEN: "s3cret\0" } }));
    await expect(create).rejects.toMatchObject({ message: expect.not.stringContaining("s3cret") });
  });
}
