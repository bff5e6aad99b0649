import { expect, test } from "vitest";
import { asksFor, endingOf, limitsOf, modeOf, summaryOf, whereTo } from "./words";

test("how far a client goes is one of three, and reading only goes before proposing", () => {
  for (const mode of ["look", "propose", "act"] as const) expect(modeOf(limitsOf(mode))).toBe(mode);
  expect(modeOf({ readOnly: true, propose: true })).toBe("look");
});

test("that changes wait is said where they do, and nowhere else", () => {
  const limits = { organizationId: "org_1", grants: null };
  expect(summaryOf({ ...limits, ...limitsOf("propose") }, [])).toBe(
    "Everything you may; changes wait for you",
  );
  expect(summaryOf({ ...limits, ...limitsOf("look") }, [])).toBe("Read everything you may");
  expect(
    endingOf({ ...limits, ...limitsOf("propose") })
      .map(({ text }) => text)
      .join(""),
  ).toBe(" What it wants to change waits until you approve it.");
  expect(endingOf({ ...limits, ...limitsOf("act") })).toEqual([]);
  expect(endingOf({ grants: [], ...limitsOf("propose") })).toEqual([]);
});

test.each([
  ["http://127.0.0.1:41731/callback", "a program on this computer"],
  ["http://[::1]/callback", "a program on this computer"],
  ["https://claude.example/callback", "the website claude.example"],
  ["cursor://anysphere/callback", "the program that opens cursor: links"],
])("a person reads where the answer goes: %s", (uri, words) => {
  expect(whereTo(uri)).toBe(words);
});

test("what is asked for is said in words, and what is not known is left out", () => {
  expect(asksFor(["mcp", "offline_access"])).toBe(
    "Use the tools of this instance, stay connected until you disconnect it",
  );
  expect(asksFor(["x"])).toBe("Use the tools of this instance");
});
