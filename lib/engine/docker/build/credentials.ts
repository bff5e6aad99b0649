import protobuf from "protobufjs";
import type { RegistryLogin } from "../../engine";

// The part of BuildKit's auth.proto that is answered here; the field numbers are its wire format.
const { root } = protobuf.Root.fromJSON({
  nested: {
    Question: { fields: { host: { type: "string", id: 1 } } },
    Answer: { fields: { username: { type: "string", id: 1 }, secret: { type: "string", id: 2 } } },
  },
});
const Question = root.lookupType("Question");
const Answer = root.lookupType("Answer");

// The host that serves docker.io, by which BuildKit asks for it.
const DOCKER_HUB_HOST = "registry-1.docker.io";

/**
 * How to sign in to the registry that BuildKit asks about. Where nothing is known it is empty: without an answer public
 * registries refuse, too.
 */
export function answerCredentials(question: Buffer, logins: readonly RegistryLogin[]): Buffer {
  const { host } = Question.toObject(Question.decode(question), { defaults: true }) as { host: string };
  const known = logins.find(({ registry }) => registry === (host === DOCKER_HUB_HOST ? "docker.io" : host));
  if (!known) return Buffer.alloc(0);
  return Buffer.from(Answer.encode({ username: known.username, secret: known.password }).finish());
}
