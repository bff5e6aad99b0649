import type { Socket } from "node:net";
import { Server, ServerCredentials, type ServiceDefinition, type UntypedHandleCall } from "@grpc/grpc-js";
import { type BuildOptions, EngineError, type RegistryLogin } from "../../engine";
import type { Connection } from "../connect";
import { request } from "../request";
import { answerCredentials } from "./credentials";

// HealthCheckResponse { status: SERVING }
const SERVING = Buffer.from([0x08, 0x01]);

/** What BuildKit may ask of whoever builds: whether it is there, and how to sign in to a registry. Nothing else. */
const answersOf = (logins: readonly RegistryLogin[]): Record<string, (question: Buffer) => Buffer> => ({
  "/grpc.health.v1.Health/Check": () => SERVING,
  "/moby.filesync.v1.Auth/Credentials": (question) => answerCredentials(question, logins),
});

/**
 * Opens a session beside a build, through which BuildKit asks back. No files of this machine can be had through it.
 * @returns its id for the build, and its end; undefined on an engine that knows no sessions (Podman)
 */
export async function openSession(
  connection: Connection,
  { signal, logins = [] }: Pick<BuildOptions, "signal" | "logins">,
): Promise<{ id: string; end(): void } | undefined> {
  const id = crypto.randomUUID();
  const answers = answersOf(logins);
  let socket: Socket;
  try {
    socket = await request<Socket>(connection, {
      method: "POST",
      path: "/session",
      upgrade: {
        Upgrade: "h2c",
        "X-Docker-Expose-Session-Uuid": id,
        "X-Docker-Expose-Session-Name": "roadstead",
        "X-Docker-Expose-Session-Grpc-Method": Object.keys(answers),
      },
      doing: { what: "open a build session" },
      signal,
    });
  } catch (error) {
    const knowsNone =
      error instanceof EngineError && error.kind !== "unreachable" && error.kind !== "cancelled";
    if (knowsNone) return undefined;
    throw error;
  }
  const server = new Server();
  for (const [path, answer] of Object.entries(answers)) server.addService(...service(path, answer));
  server.createConnectionInjector(ServerCredentials.createInsecure()).injectConnection(socket);
  socket.on("error", () => {});
  return {
    id,
    end() {
      server.forceShutdown();
      socket.destroy();
    },
  };
}

/** A service of one method, with messages as they are on the wire. */
function service(
  path: string,
  answer: (question: Buffer) => Buffer,
): [ServiceDefinition, Record<string, UntypedHandleCall>] {
  const asIs = (message: Buffer) => message;
  const method = {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  const reply = ({ request: question }: { request: Buffer }, done: (error: null, message: Buffer) => void) =>
    done(null, answer(question));
  return [{ answer: method }, { answer: reply as UntypedHandleCall }];
}
