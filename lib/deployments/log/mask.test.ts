import { expect, test } from "vitest";
import { createMask } from "./mask";

test("a secret never shows, wherever in the line it stands", () => {
  const mask = createMask(["s3cret-value"]);
  expect(mask("PASSWORD=s3cret-value, again s3cret-value.")).toBe("PASSWORD=••••••, again ••••••.");
});

test("a secret is recognised URL-encoded and inside JSON", () => {
  const mask = createMask(['p@ss/"word"']);
  expect(mask("postgres://app:p%40ss%2F%22word%22@db:5432")).toBe("postgres://app:••••••@db:5432");
  expect(mask('{"password":"p@ss/\\"word\\""}')).toBe('{"password":"••••••"}');
});

test("each line of a key is a secret", () => {
  const mask = createMask(["-----BEGIN-----\nabcdefghij\n-----END-----"]);
  expect(mask("key: abcdefghij")).toBe("key: ••••••");
});

test("what is too short to be told from ordinary words is left alone", () => {
  expect(createMask(["on", "12345", ""])("turned on 12345 times")).toBe("turned on 12345 times");
});

test("the longer of two overlapping secrets goes first", () => {
  const mask = createMask(["abcdef", "url://abcdef@host"]);
  expect(mask("url://abcdef@host")).toBe("••••••");
});

test("a replacement pattern in a secret is plain text", () => {
  expect(createMask(["$&$1$`abc"])("x $&$1$`abc y")).toBe("x •••••• y");
});
