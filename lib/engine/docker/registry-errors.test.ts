import { expect, test } from "vitest";
import { registryError } from "./registry-errors";

// As engines of several versions were seen to write it, or as their sources and registries do.
test.each([
  ["manifest for redis:nope not found: manifest unknown: manifest unknown", "image-not-found"],
  [
    "pull access denied for nope/nope, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
    "image-not-found",
  ],
  [
    'failed to resolve reference "docker.io/library/redis:nope": docker.io/library/redis:nope: not found',
    "image-not-found",
  ],
  ["no matching manifest for linux/arm64/v8 in the manifest list entries", "image-not-found"],
  [
    'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 10.0.0.1:53: no such host',
    "registry-unreachable",
  ],
  [
    'Get "http://127.0.0.1:5009/v2/": dial tcp 127.0.0.1:5009: connect: connection refused',
    "registry-unreachable",
  ],
  [
    'Get "https://x.example/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
    "registry-unreachable",
  ],
  ['Get "https://x.example/v2/": x509: certificate signed by unknown authority', "registry-unreachable"],
  ['Get "https://x.example/v2/": http: server gave HTTP response to HTTPS client', "registry-unreachable"],
  ['Get "https://x.example/v2/": EOF', "registry-unreachable"],
  ["unauthorized: authentication required", "registry-denied"],
  ['Head "https://ghcr.io/v2/a/b/manifests/1": denied: denied', "registry-denied"],
  [
    "unexpected status from HEAD request to https://x.example/v2/a/manifests/1: 403 Forbidden",
    "registry-denied",
  ],
  ["toomanyrequests: You have reached your pull rate limit.", "registry-busy"],
  ["received unexpected HTTP status: 503 Service Unavailable", "registry-busy"],
  ["error pulling image configuration: received unexpected HTTP status: 502 Bad Gateway", "registry-busy"],
  [
    "failed to register layer: Error processing tar file(exit status 1): write /x: no space left on device",
    "disk-full",
  ],
  ["filesystem layer verification failed for digest sha256:12", "other"],
  ["something nobody has seen", "other"],
])("%s", (words, kind) => {
  const error = registryError("team/app:1.2", words);
  expect(error.kind).toBe(kind);
  expect(error.message).toContain("team/app:1.2");
  expect(error.message).toMatch(/[.”]$/);
});

test("an engine's words stay on one line, and short", () => {
  const { message } = registryError("a:1", `x\n\u001b[31m${"y".repeat(5_000)}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(message).not.toMatch(/[\x00-\x1f]/);
  expect(message.length).toBeLessThan(500);
});
