import { Agent, type ClientRequestArgs } from "node:http";
import { createConnection, type NetConnectOpts, type Socket } from "node:net";
import { inspect } from "node:util";
import Docker from "dockerode";
import { EngineError } from "../engine";

/** How to reach one engine. */
export type Connection = {
  /** As a person would write it: `unix:///var/run/docker.sock`, `tcp://10.0.0.5:2375`. */
  address: string;
  /** Published ports are on this very machine. */
  local: boolean;
  docker: Docker;
};

const CONNECT_LIMIT_MS = 3_000;

/**
 * Reads an address as DOCKER_HOST has it (`unix://…`, `tcp://…`, `npipe://…`, or a path) without touching the network.
 * @throws EngineError "other" for a form that is not understood
 */
export function openConnection(address: string): Connection {
  const target = parseAddress(address);
  // The library mixes in DOCKER_HOST and the certificates of the environment unless each is named here.
  const silence = { ca: undefined, cert: undefined, key: undefined, pathPrefix: "/", timeout: undefined };
  const agent = new PromptAgent({ keepAlive: false });
  const options: object = { ...silence, ...target.options, protocol: "http", agent };
  const docker = new Docker(options);
  return { address: target.address, local: target.local, docker };
}

type Target = {
  address: string;
  local: boolean;
  options: { socketPath?: string; host?: string; port?: number };
};

function parseAddress(text: string): Target {
  const address = text.trim();
  const path = address.startsWith("/") ? address : /^unix:\/\/(\/.+)$/.exec(address)?.[1];
  if (path) return socketTarget(`unix://${path}`, path);
  const pipe = /^npipe:\/\/(\/\/.+)$/.exec(address)?.[1];
  if (pipe) return socketTarget(address, pipe);
  const url = /^(tcp|http):\/\//.test(address) ? URL.parse(address.replace(/^tcp:/, "http:")) : null;
  if (!url?.hostname || url.username || url.pathname.length > 1) {
    throw new EngineError(
      "other",
      `The engine address ${JSON.stringify(withoutLogin(address))} is not understood. Write unix:///path/to/docker.sock or tcp://host:2375.`,
    );
  }
  const port = Number(url.port || 2375);
  return {
    address: `tcp://${url.hostname}:${port}`,
    local: isLoopback(url.hostname),
    options: { socketPath: undefined, host: url.hostname, port },
  };
}

function socketTarget(address: string, socketPath: string): Target {
  return { address, local: true, options: { socketPath, host: undefined, port: undefined } };
}

export function isLoopback(host: string) {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function withoutLogin(address: string) {
  return address.replace(/\/\/[^/@]*@/, "//").slice(0, 120);
}

/** Fires after this time and once what has arrived meanwhile was read: a busy process must not blame the engine. */
export function patientTimeout(ms: number, work: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(work), ms);
}

/** Gives up on an address that swallows packets, and makes a new connection each time: a kept one may be stale. */
class PromptAgent extends Agent {
  // The library renders each request for its debug log, even when nobody reads it: open sockets and all,
  // which costs milliseconds per call and seconds when there are many.
  [inspect.custom]() {
    return "PromptAgent";
  }

  override createConnection(options: ClientRequestArgs): Socket {
    const socket = createConnection(options as NetConnectOpts);
    const timer = patientTimeout(CONNECT_LIMIT_MS, () => {
      if (socket.connecting)
        socket.destroy(Object.assign(new Error("No connection in time"), { code: "ETIMEDOUT" }));
    });
    const stop = () => clearTimeout(timer);
    socket.once("connect", stop).once("close", stop);
    return socket;
  }
}
