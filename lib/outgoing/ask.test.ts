import type { LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createAsk } from "./ask";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server on this machine, and what it was asked. */
async function givenServer(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, asked };
}

const hello = () => givenServer((_request, response) => response.end("hello"));
const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const nowhere = async () => at("127.0.0.1");
const refused = expect.objectContaining({ kind: "refused" });

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "017700000001",
  "0.0.0.0",
  "0",
  "[::]",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00:ec2::254]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "169.254.169.254",
  "[::ffff:169.254.169.254]",
  "168.63.129.16",
  "100.100.100.200",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "192.0.0.8",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "１２７.０.０.１",
])("%s is inside, however it is spelt", async (host) => {
  const { port, asked } = await hello();
  await expect(createAsk({ allowed: [] })(`http://${host}:${port}/`)).rejects.toEqual(refused);
  expect(asked).toEqual([]);
});

test.each([
  "file:///etc/passwd",
  "ftp://example.org/",
  "gopher://example.org/",
  "http://",
  "//x",
  "",
  "http://a:b@example.org/",
])("%s is nothing to be asked", async (address) => {
  await expect(createAsk({ allowed: [], resolve: nowhere })(address)).rejects.toEqual(refused);
});

test("a name that leads inside is refused, even when it leads outside as well", async () => {
  const { port, asked } = await hello();
  for (const addresses of [
    at("127.0.0.1"),
    at("::1"),
    at("93.184.216.34", "127.0.0.1"),
    at("::ffff:7f00:1"),
  ]) {
    const ask = createAsk({ allowed: [], resolve: async () => addresses });
    await expect(ask(`http://upstream.example:${port}/`)).rejects.toEqual(refused);
  }
  expect(asked).toEqual([]);
});

test("a name is looked up once for each connection: what was judged is what is asked", async () => {
  const { port } = await hello();
  const answers = [at("192.0.2.7"), at("127.0.0.1")];
  const looked: string[] = [];
  const resolve = async (host: string) => {
    looked.push(host);
    return answers.shift() ?? at("127.0.0.1");
  };
  const ask = createAsk({ allowed: ["192.0.2.0/24"], resolve });
  const question = { limits: { timeMs: 300 } };
  await expect(ask(`http://rebind.example:${port}/`, question)).rejects.toMatchObject({
    kind: expect.stringMatching(/timeout|unreachable/),
  });
  expect(looked).toEqual(["rebind.example"]);
  await expect(ask(`http://rebind.example:${port}/`)).rejects.toEqual(refused);
});

test("a redirect inside is refused, whatever it is spelt like", async () => {
  const inner = await hello();
  for (const target of [
    inner.origin,
    `http://2130706433:${inner.port}/`,
    `http://inner.example:${inner.port}/`,
    "http://[::1]/",
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
  ]) {
    const outer = await givenServer((_request, response) =>
      response.writeHead(302, { location: target }).end(),
    );
    const ask = createAsk({ allowed: [], resolve: nowhere });
    await expect(ask(outer.origin, { trusted: [outer.origin] })).rejects.toEqual(refused);
    expect(outer.asked).toHaveLength(1);
  }
  expect(inner.asked).toEqual([]);
});

test("what was trusted once opens no door: a connection of its own is judged", async () => {
  const { origin, asked } = await hello();
  const ask = createAsk({ allowed: [] });
  expect((await ask(origin, { trusted: [origin] })).body).toBe("hello");
  await expect(ask(origin)).rejects.toEqual(refused);
  expect(asked).toHaveLength(1);
});

test("the operator may allow a name, an address or a range, and a name never leads to a machine's own keys", async () => {
  const { origin, port } = await hello();
  expect((await createAsk({ allowed: ["127.0.0.0/8"] })(origin)).body).toBe("hello");
  expect((await createAsk({ allowed: ["127.0.0.1"] })(origin)).body).toBe("hello");
  const named = createAsk({ allowed: ["Registry.internal"], resolve: nowhere });
  expect((await named(`http://registry.internal:${port}/`)).body).toBe("hello");
  await expect(named(`http://other.internal:${port}/`)).rejects.toEqual(refused);
  const metadata = createAsk({ allowed: ["registry.internal"], resolve: async () => at("169.254.169.254") });
  await expect(metadata("http://registry.internal/")).rejects.toEqual(refused);
});

test("a password is told to its own origin and to no other", async () => {
  const second = await hello();
  const first = await givenServer((request, response) =>
    request.url === "/"
      ? response.writeHead(307, { location: "/here" }).end()
      : response.writeHead(307, { location: second.origin }).end(),
  );
  const headers = { authorization: "Bearer secret", cookie: "a=b", accept: "text/plain" };
  const answer = await createAsk({ allowed: ["127.0.0.1"] })(first.origin, { headers });
  expect(answer).toMatchObject({ status: 200, body: "hello", url: `${second.origin}/` });
  expect(first.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret", "Bearer secret"]);
  expect(second.asked[0]?.headers).toMatchObject({ accept: "text/plain" });
  expect(second.asked[0]?.headers).not.toHaveProperty("authorization");
  expect(second.asked[0]?.headers).not.toHaveProperty("cookie");
});

test("circles, endless answers, silence and closed doors end with what is wrong", async () => {
  const ask = createAsk({ allowed: ["127.0.0.1"] });
  const circle = await givenServer((_request, response) => response.writeHead(301, { location: "/" }).end());
  await expect(ask(circle.origin)).rejects.toMatchObject({ kind: "redirects" });
  expect(circle.asked).toHaveLength(6);

  const endless = await givenServer((_request, response) => {
    const write = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", write);
    write();
  });
  await expect(ask(endless.origin, { limits: { bytes: 200_000 } })).rejects.toMatchObject({
    kind: "too-large",
  });

  const silent = await givenServer(() => {});
  await expect(ask(silent.origin, { limits: { timeMs: 60 } })).rejects.toMatchObject({ kind: "timeout" });
  const stop = new AbortController();
  const stopped = ask(silent.origin, { signal: stop.signal });
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ kind: "cancelled" });

  const { origin } = await givenServer((request) => request.socket.destroy());
  await expect(ask(origin)).rejects.toMatchObject({
    kind: "unreachable",
    message: expect.stringContaining("broke the connection off"),
  });
});
