import { mkdir, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { folderStore } from "./folder";
import { bucketStore } from "./s3/bucket";
import { ask, type Bucket } from "./s3/request";
import { checkFileName, fileName, type Store } from "./store";
import {
  bytesOf,
  givenBucketServer,
  givenFolder,
  givenServer,
  givenSignatureChecker,
  readWhole,
} from "./testing";

const signal = new AbortController().signal;
const project = { id: "prj_1", slug: "notes" };
const named = (id: string) => fileName(project, id, new Date("2026-11-21T18:00:00Z"));
const NAME = named("bkp_1");
const folder = await givenFolder();
const bucket = await givenBucketServer();
const stores: [string, Store][] = [
  ["a folder", folderStore(folder, "org_1")],
  ["a bucket", bucketStore(bucket, "org_1")],
];

describe.each(stores)("%s", (_kind, store) => {
  test("gives back exactly what was written, also in several parts", async () => {
    const size = 9 * 1024 * 1024 + 17;
    expect(await store.write(NAME, bytesOf(size, 100_003), signal)).toEqual({ bytes: size });
    const back = await readWhole(store.read(NAME, signal));
    expect(back.equals(await readWhole(bytesOf(size, 100_003)))).toBe(true);
    await store.remove(NAME, signal);
    await expect(readWhole(store.read(NAME, signal))).rejects.toMatchObject({ kind: "missing" });
    await store.remove(NAME, signal);
  });

  test("keeps nothing of what breaks off, nor of what is cancelled", async () => {
    async function* breaking() {
      yield* bytesOf(9 * 1024 * 1024);
      throw new Error("it broke");
    }
    const name = named("bkp_2");
    await expect(store.write(name, breaking(), signal)).rejects.toThrow("it broke");
    const stop = new AbortController();
    async function* stopping() {
      yield* bytesOf(9 * 1024 * 1024);
      stop.abort(new Error("cancelled"));
      yield* bytesOf(10);
    }
    await expect(store.write(name, stopping(), stop.signal)).rejects.toThrow("cancelled");
    await expect(readWhole(store.read(name, signal))).rejects.toMatchObject({ kind: "missing" });
  });

  test("can be tried", async () => {
    await store.check(signal);
  });

  test.each(["../../etc/passwd", "prj_1/../../x.roadstead", "/etc/passwd", `${NAME}\0`, `${NAME}/..`, ""])(
    "takes no name like %j",
    async (name) => {
      await expect(store.write(name, bytesOf(1), signal)).rejects.toThrow("not the name of a backup");
      await expect(readWhole(store.read(name, signal))).rejects.toThrow("not the name of a backup");
      await expect(store.remove(name, signal)).rejects.toThrow("not the name of a backup");
    },
  );
});

test("a name holds nothing that a shell, a path or an address could read otherwise", () => {
  expect(NAME).toBe("prj_1/notes-20261121-180000-bkp_1.roadstead");
  expect(() => fileName({ id: "prj_1", slug: "a;rm -rf" }, "bkp_1", new Date())).toThrow("not the name");
  expect(() => fileName({ id: "../x", slug: "a" }, "bkp_1", new Date())).toThrow("not the name");
  expect(checkFileName(NAME)).toBe(NAME);
});

describe("in a folder", () => {
  test("files are for Roadstead's user alone, and one that is half written has another name", async () => {
    const own = await givenFolder();
    const store = folderStore(own, "org_1");
    async function* looking() {
      yield* bytesOf(10);
      expect(await readdir(path.join(own, "org_1/prj_1"))).toEqual([`${path.basename(NAME)}.part`]);
    }
    await store.write(NAME, looking(), signal);
    const { mode } = await stat(path.join(own, "org_1", NAME));
    expect((mode & 0o777).toString(8)).toBe("600");
    await writeFile(path.join(own, "org_1", `${NAME}.part`), "of a process that was killed");
    await store.remove(NAME, signal);
    expect(await readdir(path.join(own, "org_1/prj_1"))).toEqual([]);
  });

  test("a link that leads out is not followed", async () => {
    const [own, other] = [await givenFolder(), await givenFolder()];
    await mkdir(path.join(own, "org_1"));
    await symlink(other, path.join(own, "org_1", "prj_1"));
    await expect(folderStore(own, "org_1").write(NAME, bytesOf(1), signal)).rejects.toThrow("leads out");
    await rm(path.join(own, "org_1", "prj_1"));
    await mkdir(path.join(own, "org_1", "prj_1"));
    await writeFile(path.join(other, "secret"), "x");
    await symlink(path.join(other, "secret"), path.join(own, "org_1", NAME));
    await expect(readWhole(folderStore(own, "org_1").read(NAME, signal))).rejects.toThrow("is a link");
  });

  test.each(["/", "/etc", "/etc/../etc/backups", "/proc/self", "/usr/share", "/dev/shm/x"])(
    "%s is none of ours",
    async (system) => {
      await expect(folderStore(system, "org_1").check(signal)).rejects.toMatchObject({ kind: "denied" });
    },
  );

  test("a full disk is told in words", async () => {
    async function* full(): AsyncGenerator<Buffer> {
      yield Buffer.from("x");
      throw Object.assign(new Error("write"), { code: "ENOSPC" });
    }
    await expect(folderStore(folder, "org_1").write(NAME, full(), signal)).rejects.toMatchObject({
      kind: "full",
      message: `The disk that ${folder} lies on is full. Free some space on it, then try again.`,
    });
  });
});

describe("in a bucket", () => {
  const other = (more: Partial<Bucket>) => bucketStore({ ...bucket, ...more }, "org_1");

  test("an upload that a killed process has left is given up", async () => {
    const key = `home/org_1/${NAME}`;
    await ask(bucket, { method: "POST", key, query: { uploads: "" }, signal });
    await bucketStore(bucket, "org_1").remove(NAME, signal);
    await expect(readWhole(bucketStore(bucket, "org_1").read(NAME, signal))).rejects.toMatchObject({
      kind: "missing",
    });
  });

  test("what is wrong is told, without the key", async () => {
    await expect(other({ bucket: "none" }).check(signal)).rejects.toThrow("There is no bucket none there.");
    await expect(other({ keyId: "nobody" }).check(signal)).rejects.toThrow("does not know this access key");
  });

  test("requests are signed as the specification says: over method, path, query, address and content", async () => {
    const strict = { ...bucket, endpoint: await givenSignatureChecker("the right secret") };
    const call = { method: "PUT", key: "a b/ü+(1)*", query: { partNumber: "1", uploadId: "x/y=+" } } as const;
    const body = Buffer.from("content");
    const secret = "the right secret";
    expect((await ask({ ...strict, secret }, { ...call, body, signal })).text).toBe("signed");
    await expect(ask({ ...strict, secret: "wrong" }, { ...call, body, signal })).rejects.toThrow(
      "The secret key does not belong to this access key id.",
    );
  });

  test("a redirect is not followed: what is signed for one address goes to no other", async () => {
    const server = await givenServer((_request, response) =>
      response.writeHead(307, { location: bucket.endpoint }).end(),
    );
    await expect(other({ endpoint: server }).check(signal)).rejects.toThrow("redirects elsewhere");
  });

  test("private addresses are asked only where an admin of the instance lets them", async () => {
    const { port } = new URL(bucket.endpoint);
    for (const host of ["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost"]) {
      const guarded = other({ endpoint: `http://${host}:${port}`, allowPrivate: false });
      await expect(guarded.check(signal)).rejects.toThrow("Such addresses are not asked");
    }
    const metadata = other({ endpoint: "http://169.254.169.254", allowPrivate: false });
    await expect(metadata.check(signal)).rejects.toThrow("Such addresses are not asked");
  });
});
