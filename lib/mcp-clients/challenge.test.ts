import { afterEach, expect, test } from "vitest";
import { mcpSignInOff } from "./address";
import { mcpChallenge } from "./challenge";

const shared = globalThis as { roadsteadSettings?: unknown };

function givenPublicUrl(publicUrl: string | undefined) {
  shared.roadsteadSettings = { publicUrl, port: 3000 };
}

afterEach(() => {
  shared.roadsteadSettings = undefined;
});

test("a client that comes without a token is told where to begin", () => {
  givenPublicUrl("https://apps.example.org");
  expect(mcpChallenge()).toBe(
    'Bearer resource_metadata="https://apps.example.org/.well-known/oauth-protected-resource/api/mcp"',
  );
});

test("a token that is not accepted is told apart from none, and nothing breaks out of the header", () => {
  givenPublicUrl("https://apps.example.org");
  expect(mcpChallenge("invalid_token")).toMatch(/, error="invalid_token"$/);
  expect(mcpChallenge('x", evil="1\r\nset-cookie: a')).toMatch(/, error="x, evil=1set-cookie: a"$/);
});

test.each([
  [undefined, true],
  ["http://localhost:3000", true],
  ["https://apps.example.org", true],
  ["http://apps.example.org", false],
  ["http://192.168.1.20:3000", false],
])("codes and tokens pass over HTTPS or within this machine only: %s", (publicUrl, works) => {
  givenPublicUrl(publicUrl);
  expect(mcpSignInOff() === undefined).toBe(works);
  expect(mcpChallenge().includes("resource_metadata")).toBe(works);
});
