import { expect, test } from "vitest";
import { engineError } from "./errors";

const reply = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode, json: { message } });
const start = { what: "start", container: "shop-db-1" };

test.each([
  [
    "driver failed programming external connectivity on endpoint shop-db-1 (12ab): Bind for 127.0.0.1:5432 failed: port is already allocated",
    "port-taken",
    "Port 5432",
  ],
  [
    "driver failed programming external connectivity on endpoint x (9f): Error starting userland proxy: listen tcp4 127.0.0.1:8080: bind: address already in use",
    "port-taken",
    "Port 8080",
  ],
  [
    "failed to set up container networking: driver failed programming external connectivity on endpoint x (9f): failed to bind host port for 127.0.0.1:8081:172.18.0.2:80/tcp: address already in use",
    "port-taken",
    "Port 8081",
  ],
  ["rootlessport listen tcp 0.0.0.0:8082: bind: address already in use", "port-taken", "Port 8082"],
  [
    'failed to create shim: OCI runtime create failed: runc create failed: exec: "serve": executable file not found in $PATH: unknown',
    "start-failed",
    "not in its image",
  ],
  ["exec /usr/bin/app: exec format error", "start-failed", "another kind of processor"],
  ["mkdir /var/lib/docker/overlay2/x: no space left on device", "disk-full", "start the container shop-db-1"],
  ["No such container: 12ab", "not-found", "shop-db-1"],
  ["network shop_default not found", "not-found", "network"],
  ["Container 12ab is not running", "not-running", "Start it"],
  [
    'Conflict. The container name "/shop-web-2" is already in use by container "12ab".',
    "name-taken",
    "shop-web-2",
  ],
  [
    "renaming container d8c3: name shop-web-3 already in use, cannot rename container d8c3: container already exists",
    "name-taken",
    "shop-web-3",
  ],
  ["something nobody has seen", "other", "something nobody has seen"],
])("%s", (words, kind, part) => {
  const error = engineError("unix:///x", start, reply(500, words));
  expect(error.kind).toBe(kind);
  expect(error.message).toContain(part);
});

test.each(["ECONNREFUSED", "ENOENT", "ECONNRESET", "ETIMEDOUT", "ENOTFOUND"])(
  "%s means the engine is gone",
  (code) => {
    const error = engineError("unix:///run/x.sock", start, Object.assign(new Error("x"), { code }));
    expect(error.kind).toBe("unreachable");
    expect(error.message).toContain("unix:///run/x.sock does not answer");
  },
);

test("a socket that this user may not use is told apart from an engine that is not running", () => {
  const error = engineError("unix:///run/x.sock", start, Object.assign(new Error("x"), { code: "EACCES" }));
  expect(error).toMatchObject({ kind: "unreachable", message: expect.stringContaining("may not use") });
});

test("a long id is shortened for people", () => {
  const { message } = engineError(
    "unix:///x",
    { what: "stop", container: "ab".repeat(32) },
    reply(404, "No such container: x"),
  );
  expect(message).toContain("abababababab.");
});
