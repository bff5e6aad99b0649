import { expect, test } from "vitest";
import { answerCredentials } from "./credentials";

const LOGINS = [
  { registry: "docker.io", username: "maren", password: "harbour" },
  { registry: "ghcr.io", username: "robot", password: "lights" },
];
/** One text as field 1 or 2 of a message (Protocol Buffers encoding: tag, length, bytes). */
const field = (number: 1 | 2, text: string) =>
  Buffer.concat([Buffer.from([(number << 3) | 2, text.length]), Buffer.from(text)]);

test.each([
  ["ghcr.io", "robot", "lights"],
  ["registry-1.docker.io", "maren", "harbour"],
])("who asks for %s gets the sign-in that is kept for it", (host, username, password) => {
  const answer = answerCredentials(field(1, host), LOGINS);
  expect(answer).toEqual(Buffer.concat([field(1, username), field(2, password)]));
});

test.each(["evil.example", "ghcr.io.evil.example", "GHCR.IO:443", ""])(
  "who asks for “%s”, for which none is kept, gets an empty answer",
  (host) => {
    expect(answerCredentials(field(1, host), LOGINS)).toEqual(Buffer.alloc(0));
  },
);
