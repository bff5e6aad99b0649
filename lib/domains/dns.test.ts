import { afterAll, beforeAll, expect, test } from "vitest";
import { settings } from "@/lib/settings";
import { judge, lookUp } from "./dns";
import { type NameServer, openNameServer } from "./testing";

const record = (type: "A" | "AAAA", value: string) => ({ type, name: "a.example.org", value });

test.each([
  [["203.0.113.7"], ["203.0.113.7"], "ok", "a.example.org leads to this machine, 203.0.113.7.", [], []],
  [
    ["203.0.113.7"],
    [],
    "attention",
    "a.example.org leads nowhere yet. Set the A record of a.example.org to 203.0.113.7.",
    [record("A", "203.0.113.7")],
    [],
  ],
  [
    ["203.0.113.7", "2001:db8::7"],
    ["198.51.100.4"],
    "attention",
    "a.example.org leads to 198.51.100.4. Set the A record of a.example.org to 203.0.113.7, and the AAAA record of a.example.org to 2001:db8::7 instead.",
    [record("A", "203.0.113.7"), record("AAAA", "2001:db8::7")],
    [record("A", "198.51.100.4")],
  ],
  [
    ["203.0.113.7"],
    ["203.0.113.7", "2001:db8:0::9"],
    "attention",
    "a.example.org leads to this machine and also to 2001:db8:0::9. Remove those records.",
    [],
    [record("AAAA", "2001:db8:0::9")],
  ],
  [
    ["2001:db8::7"],
    ["2001:DB8:0:0::7"],
    "ok",
    "a.example.org leads to this machine, 2001:DB8:0:0::7.",
    [],
    [],
  ],
  [["203.0.113.7"], "unknown", "unknown", "No name server answered. It is asked again by itself.", [], []],
  [
    [],
    ["198.51.100.4"],
    "unknown",
    "Nobody has said under which address this machine is reached: set ROADSTEAD_EDGE_ADDRESSES. It leads to 198.51.100.4.",
    [],
    [],
  ],
] as const)("this machine is %j and the name leads to %j: %s", (own, found, verdict, reason, set, remove) =>
  expect(judge("a.example.org", own, found)).toEqual({ verdict, reason, set, remove }),
);

let server: NameServer;
beforeAll(async () => {
  server = await openNameServer({ "a.example.org": "203.0.113.7" });
  settings().edge = {
    ...settings().edge,
    nameServers: [server.address],
    addresses: ["203.0.113.7"],
  };
});
afterAll(() => server.close());

test("a real name server is asked, and believed", async () => {
  expect(await lookUp("a.example.org")).toMatchObject({ verdict: "ok" });
  expect(await lookUp("b.example.org")).toMatchObject({
    verdict: "attention",
    reason: "b.example.org leads nowhere yet. Set the A record of b.example.org to 203.0.113.7.",
  });
});
