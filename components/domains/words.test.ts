import { expect, test } from "vitest";
import type { DomainFindings } from "@/lib/domains/schema";
import { partsOf } from "./words";

const FOUND: DomainFindings = {
  dns: { verdict: "attention", reason: "a.example.org leads nowhere yet.", set: [], remove: [] },
  certificate: {
    verdict: "ok",
    reason: "From Let's Encrypt.",
    issuer: "Let's Encrypt",
    expiresAt: "2027-02-19T23:30:00.000Z",
  },
  route: { verdict: "waiting", reason: "The project is stopped.", status: 503 },
};

test("what was said above is not said again", () => {
  expect(partsOf(FOUND, "a.example.org leads nowhere yet.")[0]?.text).toBe("Needs attention.");
});

test("a look is told part by part, with the day on which the certificate ends", () => {
  const parts = partsOf(FOUND);
  expect(parts.map(({ name, tone, text }) => [name, tone, text])).toEqual([
    ["DNS", "warn", "a.example.org leads nowhere yet."],
    ["Certificate", "ok", "From Let's Encrypt. Until 19 February 2027."],
    ["App", "run", "The project is stopped."],
  ]);
});
