import { createSocket, type Socket } from "node:dgram";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settings } from "@/lib/settings";
import { judge, lookUp } from "./dns";

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

/** A name server (RFC 1035 section 4) that knows one IPv4 address, of one name. */
function answerTo(query: Buffer, known: string): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const end = at + 5;
  const isKnown = labels.join(".") === known;
  const isA = query.readUInt16BE(at + 1) === 1;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(isKnown && isA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
  return Buffer.concat([head, query.subarray(12, end), ...(isKnown && isA ? [answer] : [])]);
}

let server: Socket;
beforeAll(async () => {
  server = createSocket("udp4").on("message", (query, { port, address }) =>
    server.send(answerTo(query, "a.example.org"), port, address),
  );
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  settings().edge = {
    ...settings().edge,
    nameServers: [`127.0.0.1:${server.address().port}`],
    addresses: ["203.0.113.7"],
  };
});
afterAll(() => {
  server.close();
});

test("a real name server is asked, and believed", async () => {
  expect(await lookUp("a.example.org")).toMatchObject({ verdict: "ok" });
  expect(await lookUp("b.example.org")).toMatchObject({
    verdict: "attention",
    reason: "b.example.org leads nowhere yet. Set the A record of b.example.org to 203.0.113.7.",
  });
});
