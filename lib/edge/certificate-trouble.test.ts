import { expect, test } from "vitest";
import { inWords } from "./certificate-trouble";
import { EdgeError } from "./error";

test.each([
  [
    "HTTP 400 urn:ietf:params:acme:error:dns - No valid IP addresses found",
    "finds no address of a.example.org",
  ],
  ["urn:ietf:params:acme:error:connection - Timeout during connect", "could not reach a.example.org"],
  ["urn:ietf:params:acme:error:unauthorized - Invalid response", "something else than this machine answered"],
  ["HTTP 429 urn:ietf:params:acme:error:rateLimited - too many certificates", "asked again later"],
  ['performing request: Get "https://ca/": dial tcp: lookup ca: no such host', "could not be asked"],
  ["something  new\nhappened", "The certificate authority refused: something new happened"],
])("“%s” is told in words", (error, words) => expect(inWords(error, "a.example.org")).toContain(words));

test.each([
  ["listen tcp :443: bind: address already in use", "Port 443 of this machine is used by another program"],
  ["listen tcp :80: bind: permission denied", "Roadstead's user may not open port 80"],
  ["listening on :80: listen tcp :80: bind: address already in use", "ROADSTEAD_EDGE_HTTP_PORT"],
  ["loading config: unknown field", "The edge refused its configuration: loading config: unknown field"],
])("an edge that says “%s” is understood", (said, words) =>
  expect(EdgeError.said(said).message).toContain(words),
);
