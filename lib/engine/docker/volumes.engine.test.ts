import { expect, test } from "vitest";
import { createBench } from "../conformance/bench";
import { connectDocker } from "./docker-engine";
import { busybox, labImages, testEngineAddress } from "./testing";

const bench = createBench(() => connectDocker(testEngineAddress()), labImages);
const { engine, labels, freshName, givenRunning } = bench;
const idle = (volume: string) =>
  givenRunning(labImages.idle, { volumes: [{ volume, target: "/data", readOnly: false }] });

const FILL = `
  cd /data; chown 26:27 .; chmod 2750 .
  mkdir -p "a b/deep"; echo one > "a b/deep/file"; chown -R 999:998 "a b"; chmod 0640 "a b/deep/file"
  ln -s ../away/file dangling; chown -h 70:70 dangling; ln "a b/deep/file" linked; mkfifo pipe
  touch -d "2001-02-03 04:05:06" "a b/deep/file"; : > empty; cp /bin/busybox tool; chmod 4755 tool
  dd if=/dev/zero of=zeros bs=1M seek=3 count=1 2>/dev/null`;
const SHOW = `
  cd /data; stat -c '%n %u:%g %a %F %h %Y' . "a b" "a b/deep" "a b/deep/file" linked pipe empty tool
  stat -c '%n %u:%g %F %N' dangling; md5sum tool zeros "a b/deep/file"`;

test("a copy keeps owners, modes, times, links and the volume's own folder", async () => {
  const [from, to] = [freshName(), freshName()];
  await engine.ensureVolume(from, labels);
  const sh = async (id: string, line: string) => {
    const { stdout, stderr } = await engine.exec(id, ["sh", "-c", line], { timeoutMs: 20_000 });
    return stdout + stderr;
  };
  const source = await idle(from);
  expect(await sh(source, FILL)).toBe("");
  const before = await sh(source, SHOW);
  expect(before).toContain("999:998 640 regular file 2 981173106");
  await engine.removeContainer(source);
  const signal = new AbortController().signal;
  await engine.copyVolume(from, to, { image: "busybox:1.36.1", labels, helperLabels: labels, signal });
  expect(await sh(await idle(to), SHOW)).toBe(before);
});

test("a cancel in the middle of a large copy leaves no copy and no container", async () => {
  const [from, to] = [freshName(), freshName()];
  await engine.ensureVolume(from, labels);
  const id = await givenRunning(busybox("dd if=/dev/zero of=/data/large bs=1M count=300; sleep 60"), {
    volumes: [{ volume: from, target: "/data", readOnly: false }],
  });
  const size = async () =>
    (await engine.exec(id, ["stat", "-c", "%s", "/data/large"], { timeoutMs: 5_000 })).stdout.trim();
  await expect.poll(size, { timeout: 30_000 }).toBe(String(300 * 1024 * 1024));
  await engine.removeContainer(id);
  const cancelled = new AbortController();
  const copy = engine.copyVolume(from, to, {
    ...{ image: "busybox:1.36.1", labels, helperLabels: labels, signal: cancelled.signal },
    onProgress: ({ doneBytes }) => doneBytes > 20 * 1024 * 1024 && cancelled.abort(),
  });
  await expect(copy).rejects.toMatchObject({ name: "EngineError", kind: "cancelled" });
  expect(await engine.listContainers(labels)).toEqual([]);
  expect((await engine.listVolumes(labels)).map(({ name }) => name)).not.toContain(to);
});
