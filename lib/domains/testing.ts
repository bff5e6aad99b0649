import { createSocket } from "node:dgram";

export type NameServer = {
  /** Where it listens, such as `127.0.0.1:5353`. */
  address: string;
  /** Has a name lead to an IPv4 address from now on. */
  learn(name: string, ipv4: string): void;
  close(): void;
};

/** A name server (RFC 1035 section 4) on loopback that knows IPv4 addresses of some names, and of no others. */
export async function openNameServer(names: Record<string, string>): Promise<NameServer> {
  const known = new Map(Object.entries(names));
  const server = createSocket("udp4").on("message", (query, { port, address }) =>
    server.send(answerTo(query, known), port, address),
  );
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${server.address().port}`,
    learn: (name, ipv4) => void known.set(name, ipv4),
    close: () => server.close(),
  };
}

const A = 1;

function answerTo(query: Buffer, known: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const address = known.get(labels.join(".").toLowerCase());
  const isAnswered = address !== undefined && query.readUInt16BE(at + 1) === A;
  const head = Buffer.from(query.subarray(0, 12));
  // An answer, with recursion; NXDOMAIN for names that are not known.
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(isAnswered ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const question = query.subarray(12, at + 5);
  if (!isAnswered) return Buffer.concat([head, question]);
  // The name by a pointer to the question, type A, class IN, for a second, four bytes.
  const fixed = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 1, 0, 4]);
  return Buffer.concat([head, question, fixed, Buffer.from(address.split(".").map(Number))]);
}
