import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { readSettings } from "@/lib/settings";
import { authSecret, internalToken } from "./auth-secret";
import { storedSecret } from "./stored-secret";

const root = mkdtempSync(path.join(tmpdir(), "roadstead-secrets-"));
afterAll(() => rmSync(root, { recursive: true }));

test("on the embedded database a missing secret is made once, for nobody else's eyes", () => {
  const given = readSettings({ ROADSTEAD_DATA_DIR: path.join(root, "fresh") });
  const first = authSecret(given);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(storedSecret(path.join(root, "fresh/secrets/auth-secret"))).toBe(first);
  expect(statSync(path.join(root, "fresh/secrets/auth-secret")).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(root, "fresh/secrets")).mode & 0o777).toBe(0o700);
  expect(internalToken(given)).not.toBe(first);
  expect(readdirSync(path.join(root, "fresh/secrets")).sort()).toEqual(["auth-secret", "internal-token"]);
});

test("what the operator set wins, and with a given database nothing is ever made up", () => {
  const secret = "s8dfh2k3j4h5k6j7h8s9d0f1g2h3j4k5";
  const dataDir = path.join(root, "given");
  const databaseUrl = "postgres://u:p@127.0.0.1/x";
  const given = readSettings({
    ROADSTEAD_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    BETTER_AUTH_SECRET: secret,
  });
  expect(authSecret(given)).toBe(secret);
  expect(() => authSecret({ ...given, authSecret: undefined })).toThrow("BETTER_AUTH_SECRET");
});

test("processes that start together agree on one secret", async () => {
  const file = path.join(root, "race/secrets/auth-secret");
  const script = `import { storedSecret } from ${JSON.stringify(path.resolve("lib/secrets/stored-secret.ts"))}; console.log(storedSecret(${JSON.stringify(file)}));`;
  const node = path.resolve("node_modules/.bin/node");
  const runs = Array.from({ length: 4 }, () =>
    promisify(execFile)(node, ["--input-type=module", "-e", script]),
  );
  const answers = await Promise.all(runs);
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
});

test("a damaged file is told, not replaced: everything encrypted would be lost", () => {
  const file = path.join(root, "damaged");
  writeFileSync(file, "");
  expect(() => storedSecret(file)).toThrow(`${file} holds no usable secret`);
});
