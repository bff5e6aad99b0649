import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { ignoreGoneClients } from "./gone-clients";

afterEach(() => void vi.restoreAllMocks());

/** What Node says of a client that leaves in the middle of its request. */
async function cutOff(): Promise<unknown> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const client = connect(port, "127.0.0.1", () =>
    client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"),
  );
  const [request] = await once(server, "request");
  client.destroy();
  const [error] = await once(request, "error");
  server.close();
  return error;
}

test("of a client that went away nothing is printed; every other error is, and what it was for", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  ignoreGoneClients();
  const gone = await cutOff();
  const other = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  console.error(gone);
  expect(printed).not.toHaveBeenCalled();
  for (const said of [[other], [new Error("aborted")], ["the engine failed:", gone]]) {
    console.error(...said);
    expect(printed).toHaveBeenLastCalledWith(...said);
  }
});
