import protobuf from "protobufjs";

/** One step of a build as BuildKit knows it; a message tells it anew whenever it changes. */
export type Vertex = {
  digest: string;
  name: string;
  cached?: boolean;
  started?: object;
  completed?: object;
  error?: string;
};
/** A piece of output, in bytes: neither lines nor characters are whole. `stream` is 1 or 2. */
export type VertexLog = { vertex: string; stream?: number; msg?: Uint8Array };
export type Trace = { vertexes: Vertex[]; logs: VertexLog[] };

// The part of BuildKit's control.proto that is read here; the field numbers are its wire format.
const { root } = protobuf.Root.fromJSON({
  nested: {
    Status: {
      fields: {
        vertexes: { rule: "repeated", type: "Vertex", id: 1 },
        logs: { rule: "repeated", type: "VertexLog", id: 3 },
      },
    },
    Vertex: {
      fields: {
        digest: { type: "string", id: 1 },
        name: { type: "string", id: 3 },
        cached: { type: "bool", id: 4 },
        started: { type: "Timestamp", id: 5 },
        completed: { type: "Timestamp", id: 6 },
        error: { type: "string", id: 7 },
      },
    },
    VertexLog: {
      fields: {
        vertex: { type: "string", id: 1 },
        stream: { type: "int32", id: 3 },
        msg: { type: "bytes", id: 4 },
      },
    },
    Timestamp: { fields: { seconds: { type: "int64", id: 1 }, nanos: { type: "int32", id: 2 } } },
  },
});
const Status = root.lookupType("Status");

/** Reads the base64 text of a `moby.buildkit.trace` message. */
export function readTrace(base64: string): Trace {
  const status = Status.decode(Buffer.from(base64, "base64"));
  return Status.toObject(status, { arrays: true }) as Trace;
}
