import type { Socket } from "node:net";
import { Server, ServerCredentials, type ServiceDefinition, type UntypedHandleCall } from "@grpc/grpc-js";
import { EngineError } from "../../engine";
import type { Connection } from "../connect";
import { request } from "../request";

const EMPTY = Buffer.alloc(0);
// HealthCheckResponse { status: SERVING }
const SERVING = Buffer.from([0x08, 0x01]);

/** What BuildKit may ask of whoever builds: whether it is there, and how to sign in to a registry. Nothing else. */
const ANSWERS: Record<string, Buffer> = {
  "/grpc.health.v1.Health/Check": SERVING,
  // No credentials: base images are fetched anonymously. Without this answer public registries refuse, too.
  "/moby.filesync.v1.Auth/Credentials": EMPTY,
};

/**
 * Opens a session beside a build, through which BuildKit asks back. No files of this machine can be had through it.
 * @returns its id for the build, and its end; undefined on an engine that knows no sessions (Podman)
 */
export async function openSession(
  connection: Connection,
  signal: AbortSignal,
): Promise<{ id: string; end(): void } | undefined> {
  const id = crypto.randomUUID();
  let socket: Socket;
  try {
    socket = await request<Socket>(connection, {
      method: "POST",
      path: "/session",
      upgrade: {
        Upgrade: "h2c",
        "X-Docker-Expose-Session-Uuid": id,
        "X-Docker-Expose-Session-Name": "roadstead",
        "X-Docker-Expose-Session-Grpc-Method": Object.keys(ANSWERS),
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
  for (const [path, answer] of Object.entries(ANSWERS)) server.addService(...service(path, answer));
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

/** A service of one method that always gives the same answer. */
function service(path: string, answer: Buffer): [ServiceDefinition, Record<string, UntypedHandleCall>] {
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
  const reply = (_call: unknown, done: (error: null, message: Buffer) => void) => done(null, answer);
  return [{ answer: method }, { answer: reply as UntypedHandleCall }];
}
