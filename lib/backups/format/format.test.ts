import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { BackupPart } from "../schema";
import { openBackup, verifyBackup } from "./read";
import { archiveOf, manifestOf, streamOf, volume, wholeOf } from "./testing";
import { type Source, writeBackup } from "./write";

const key = randomBytes(32);
const broken = expect.objectContaining({ name: "SealBroken" });
const data = volume("data", [
  { name: "roadstead-volume/a", content: "first" },
  { name: "roadstead-volume/big", content: "x".repeat(2_500_000) },
  { name: "roadstead-volume/b", type: "symlink", linkname: "/etc/passwd" },
]);
const dump: Source = { kind: "dump", name: "db", open: () => streamOf(randomBytes(1_500_000)) };

async function given(backupId = "bkp_1", sources: Source[] = [data, dump]) {
  const parts: BackupPart[] = [];
  const told = { part: (part: BackupPart) => void parts.push(part), bytes: () => {} };
  const bytes = await wholeOf(writeBackup(key, manifestOf(backupId), sources, told));
  return { bytes, parts, backupId };
}
const read = (bytes: Buffer, expected = {}, by = key) => verifyBackup(by, streamOf(bytes), expected);

test("a backup gives back its manifest and every part as it was", async () => {
  const { bytes, parts, backupId } = await given();
  expect(parts).toMatchObject([
    { kind: "volume", name: "data", files: 2 },
    { kind: "dump", name: "db", bytes: 1_500_000 },
  ]);
  const open = await openBackup(key, streamOf(bytes), { backupId, parts });
  expect(open.manifest).toEqual(manifestOf(backupId));
  const found: string[] = [];
  for await (const { name, content } of open.parts) {
    const whole = await wholeOf(content);
    found.push(name);
    if (name === "data") expect(whole.equals(await wholeOf(data.open()))).toBe(true);
  }
  expect(found).toEqual(["data", "db"]);
});

test("nothing but its own id can be read of it without the key", async () => {
  const { bytes } = await given();
  expect(bytes.toString("latin1")).toContain("bkp_1");
  for (const word of ["kept in the dark", "PASSWORD", "Notes", "roadstead-volume"])
    expect(bytes.includes(word)).toBe(false);
  await expect(read(bytes, {}, randomBytes(32))).rejects.toEqual(broken);
});

test("one that was cut off, changed, put in another's place or is none at all is refused", async () => {
  const { bytes, parts } = await given();
  const other = await given("bkp_2");
  await expect(read(bytes.subarray(0, -1))).rejects.toEqual(broken);
  await expect(read(bytes.subarray(0, 20))).rejects.toEqual(broken);
  await expect(read(Buffer.alloc(0))).rejects.toEqual(broken);
  await expect(read(randomBytes(5_000))).rejects.toEqual(broken);
  await expect(read(other.bytes, { backupId: "bkp_1" })).rejects.toEqual(broken);
  const renamed = Buffer.from(other.bytes.toString("latin1").replace("bkp_2", "bkp_1"), "latin1");
  await expect(read(renamed, { backupId: "bkp_1" })).rejects.toEqual(broken);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 40] = (changed[bytes.length - 40] ?? 0) ^ 1;
  await expect(read(changed)).rejects.toEqual(broken);
  // Under the same key, but not what was written then.
  await expect(read(bytes, { parts: parts.slice(1) })).rejects.toEqual(broken);
  await expect(read(bytes, { parts: [...parts, { ...parts[0], name: "more" }] })).rejects.toEqual(broken);
});

test("one that holds more than was written is not read on", async () => {
  const { bytes, parts } = await given();
  const small = parts.map((part) => ({ ...part, bytes: 1_000 }));
  const open = await openBackup(key, streamOf(bytes), { parts: small });
  let seen = 0;
  const reading = async () => {
    for await (const { content } of open.parts) for await (const chunk of content) seen += chunk.length;
  };
  await expect(reading()).rejects.toEqual(broken);
  expect(seen).toBeLessThanOrEqual(1_000);
});

test.each([
  ["a path that leads out", { name: "roadstead-volume/../../etc/cron.d/x" }],
  ["an absolute path", { name: "/etc/passwd" }],
  ["another folder", { name: "elsewhere/x" }],
  ["a hard link that leads out", { name: "roadstead-volume/x", type: "link", linkname: "/etc/shadow" }],
  [
    "a hard link that climbs",
    { name: "roadstead-volume/x", type: "link", linkname: "roadstead-volume/../y" },
  ],
  ["a device", { name: "roadstead-volume/sda", type: "block-device" }],
] as const)("the archive of a volume with %s is neither kept nor unpacked", async (_what, entry) => {
  await expect(given("bkp_1", [volume("data", [entry])])).rejects.toMatchObject({ name: "ArchiveRefused" });
});

test("the archive of a volume that breaks off is not kept", async () => {
  const whole = await wholeOf(archiveOf([{ name: "roadstead-volume/a", content: "x".repeat(5_000) }]));
  const cut: Source = { kind: "volume", name: "data", open: () => streamOf(whole.subarray(0, 3_000)) };
  await expect(given("bkp_1", [cut])).rejects.toMatchObject({ name: "ArchiveRefused" });
});

test("what breaks while it is read says so itself, and nothing is held open", async () => {
  async function* breaking() {
    yield Buffer.from("x");
    throw new Error("the engine is gone");
  }
  const source: Source = { kind: "dump", name: "db", open: breaking };
  await expect(given("bkp_1", [source])).rejects.toThrow("the engine is gone");
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield randomBytes(100_000);
    } finally {
      isClosed = true;
    }
  }
  const all = writeBackup(key, manifestOf("x"), [{ kind: "dump", name: "db", open: endless }], {
    part: () => {},
    bytes: () => {},
  });
  for await (const chunk of all) if (chunk.length > 1_000) break;
  await expect.poll(() => isClosed).toBe(true);
});
