import { randomBytes } from "node:crypto";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import type { ConfigField } from "./format/config-fields";
import { generateValues, randomText } from "./generate";

const now = new Date("2026-01-01T00:00:00Z");
const field = (key: string, more: Partial<ConfigField> = {}): ConfigField => ({
  service: "web",
  key,
  label: key,
  ...more,
});
const generate = (configFields: ConfigField[], existing = {}) =>
  generateValues({ configFields }, existing, randomBytes, now);
const byKey = ({ values }: Awaited<ReturnType<typeof generate>>) =>
  Object.fromEntries(values.map((one) => [`${one.service} ${one.key}`, one.value]));

test("a secret is 64 hex characters unless its field says otherwise", () => {
  const size = (more: Partial<ConfigField>) => randomText(more, randomBytes);
  expect(size({})).toMatch(/^[0-9a-f]{64}$/);
  expect(size({ length: 33 })).toMatch(/^[0-9a-f]{33}$/);
  expect(size({ length: 43, encoding: "base64url" })).toMatch(/^[\w-]{43}$/);
  expect(size({ length: 41, encoding: "base64" })).toMatch(/^[\w+/]{41}$/);
  expect(size({ length: 24, encoding: "alphanumeric" })).toMatch(/^[A-Za-z0-9]{24}$/);
});

test("43 characters of base64url are exactly 32 bytes", () => {
  const bytes = randomBytes(32);
  expect(randomText({ length: 43, encoding: "base64url" }, () => bytes)).toBe(bytes.toString("base64url"));
});

test("a group shares one value, made the way its member says", async () => {
  const made = byKey(
    await generate([
      field("APP_PASSWORD", { generateGroup: "db" }),
      field("DB_PASSWORD", { service: "db", generate: "secret", generateGroup: "db", length: 20 }),
      field("OTHER", { generate: "secret" }),
    ]),
  );
  expect(made["web APP_PASSWORD"]).toHaveLength(20);
  expect(made["web APP_PASSWORD"]).toBe(made["db DB_PASSWORD"]);
  expect(made["web OTHER"]).not.toBe(made["web APP_PASSWORD"]);
});

test("what exists is never replaced, and its group follows it", async () => {
  const fields = [
    field("A", { generate: "secret", generateGroup: "g" }),
    field("B", { service: "db", generate: "secret", generateGroup: "g" }),
  ];
  const made = await generate(fields, { web: { A: "kept" } });
  expect(made.values).toEqual([
    { service: "db", key: "B", value: "kept", secret: true, source: "generated" },
  ]);
  expect((await generate(fields, { web: { A: "kept" }, db: { B: "too" } })).values).toEqual([]);
});

test("a token is signed with its group's secret, names its role and lasts ten years", async () => {
  const made = byKey(
    await generate([
      field("ANON", { generate: "jwt", jwtSecretGroup: "s", jwtRole: "anon" }),
      field("SECRET", { generate: "secret", generateGroup: "s" }),
    ]),
  );
  const token = made["web ANON"] ?? "";
  const { payload } = await jwtVerify(token, new TextEncoder().encode(made["web SECRET"]), {
    currentDate: now,
  });
  expect(decodeProtectedHeader(token).alg).toBe("HS256");
  expect(payload).toEqual({ role: "anon", iat: 1_767_225_600, exp: 1_767_225_600 + 315_360_000 });
});

test("a default is used when nothing is generated, and a required field without a value is named", async () => {
  const made = await generate([field("A", { default: "x" }), field("B", { required: true }), field("C")]);
  expect(made).toEqual({
    values: [{ service: "web", key: "A", value: "x", secret: false, source: "default" }],
    missing: ["web: B"],
  });
});
