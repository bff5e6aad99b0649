import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { keyFor } from "./key";
import { ringOf } from "./ring";
import { isCurrent, openSecret, sealSecret } from "./seal";

const SECRET = "a secret of this test, long enough to pass";
const OLDER = "an older secret of this test, just as long";
const key = ringOf([SECRET]);
const anyText = fc.string({ unit: "grapheme", maxLength: 200 });
const anyBinding = fc.record({ projectId: anyText, service: anyText, key: anyText });
const unreadable = expect.objectContaining({ code: "SECRET_UNREADABLE" });

test("what was sealed opens to exactly the same text", () => {
  fc.assert(
    fc.property(anyText, anyBinding, (text, binding) => {
      expect(openSecret(sealSecret(text, binding, key), binding, key)).toBe(text);
    }),
  );
});

test("a ciphertext moved to another project, service or key is refused", () => {
  fc.assert(
    fc.property(anyText, anyBinding, anyBinding, (text, here, there) => {
      fc.pre(JSON.stringify(here) !== JSON.stringify(there));
      expect(() => openSecret(sealSecret(text, here, key), there, key)).toThrow(unreadable);
    }),
  );
});

test("names that run into each other are still different places", () => {
  const sealed = sealSecret("x", { projectId: "p", service: "a", key: "bc" }, key);
  expect(() => openSecret(sealed, { projectId: "p", service: "ab", key: "c" }, key)).toThrow(unreadable);
  const tricky = sealSecret("x", { projectId: "p", service: 'a","b', key: "c" }, key);
  expect(() => openSecret(tricky, { projectId: "p", service: "a", key: 'b","c' }, key)).toThrow(unreadable);
});

test("one flipped bit anywhere is refused", () => {
  const binding = { projectId: "prj_1", service: "db", key: "PASSWORD" };
  fc.assert(
    fc.property(
      anyText,
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 2, max: 3 }),
      (text, at, bit, part) => {
        const parts = sealSecret(text, binding, key).split(".");
        const bytes = Buffer.from(parts[part] ?? "", "base64url");
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        parts[part] = bytes.toString("base64url");
        expect(() => openSecret(parts.join("."), binding, key)).toThrow(unreadable);
      },
    ),
  );
});

test("cut, padded, empty and foreign envelopes are refused", () => {
  const binding = { projectId: "prj_1", service: "db", key: "PASSWORD" };
  const sealed = sealSecret("hunter2", binding, key);
  for (const wrong of [
    "",
    "v1",
    "v1..",
    "v1.AAAA.AAAA",
    "v2.1.AAAA.AAAA",
    `v3${sealed.slice(2)}`,
    `v1${sealed.slice(2)}`,
    sealed.replace(/^v2\.\d+/, "v2.7"),
    sealed.replace(/^v2\.\d+/, "v2."),
    sealed.replace(/^v2\.(\d+)/, "v2.0$1"),
    `${sealed}.`,
    `${sealed}=`,
    sealed.slice(0, -1),
    "hunter2",
  ]) {
    expect(() => openSecret(wrong, binding, key)).toThrow(unreadable);
  }
});

test("another instance's secret opens nothing, and the refusal tells nothing but the name", () => {
  const binding = { projectId: "prj_1", service: "db", key: "PASSWORD" };
  const sealed = sealSecret("hunter2", binding, key);
  const other = ringOf(["another secret, just as long as the first"]);
  try {
    openSecret(sealed, binding, other);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).message).toContain("PASSWORD of db");
    expect((error as Refusal).message).not.toContain(sealed);
  }
});

test("purposes do not share a key, and no two seals are alike", () => {
  const secret = "a secret of this test, long enough to pass";
  expect(keyFor("roadstead/env/v1", secret)).not.toEqual(keyFor("roadstead/other/v1", secret));
  const binding = { projectId: "p", service: "s", key: "K" };
  expect(sealSecret("same", binding, key)).not.toBe(sealSecret("same", binding, key));
});

/** As the first version wrote it: it names no secret. */
const asVersion1 = (
  text: string,
  binding: { projectId: string; service: string; key: string },
  secret: string,
) => sealSecret(text, binding, ringOf([secret])).replace(/^v2\.\d+/, "v1");

test("what any known secret sealed opens, in both versions, and under another one nothing does", () => {
  fc.assert(
    fc.property(anyText, anyBinding, (text, binding) => {
      const both = ringOf([SECRET, OLDER]);
      for (const secret of [SECRET, OLDER]) {
        expect(openSecret(sealSecret(text, binding, ringOf([secret])), binding, both)).toBe(text);
        expect(openSecret(asVersion1(text, binding, secret), binding, both)).toBe(text);
      }
      const old = sealSecret(text, binding, ringOf([OLDER]));
      expect(() => openSecret(old, binding, key)).toThrow(unreadable);
      expect(() => openSecret(asVersion1(text, binding, OLDER), binding, key)).toThrow(unreadable);
    }),
  );
});

test("what is written goes under the first secret, and says so", () => {
  const binding = { projectId: "prj_1", service: "db", key: "PASSWORD" };
  const sealed = sealSecret("hunter2", binding, ringOf([SECRET, OLDER]));
  expect(isCurrent(sealed, key)).toBe(true);
  expect(isCurrent(sealed, ringOf([OLDER, SECRET]))).toBe(false);
  expect(openSecret(sealed, binding, key)).toBe("hunter2");
});
