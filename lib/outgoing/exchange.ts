import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { OutgoingError } from "./error";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
export type Limits = {
  /** From the first byte sent to the last one read, redirects included. */
  timeMs: number;
  /** Of an answer's body. */
  bytes: number;
};
export type Exchange = {
  method: Method;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  agent: Agent;
  lookup: LookupFunction | undefined;
  bytes: number;
  /** Whether a longer body is cut off instead of an error. */
  cut: boolean;
  signal: AbortSignal;
};
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/** One request and its whole answer; redirects are answers. @throws OutgoingError, or the reason of the signal */
export function exchange(url: URL, asked: Exchange): Promise<RawAnswer> {
  const { method, headers, body, agent, lookup, signal } = asked;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(signal.aborted ? signal.reason : toOutgoing(url, error));
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const sent = send(url, { method, headers, agent, signal, ...(lookup && { lookup }) }, (answer) => {
      readBody(answer, asked).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        fail,
      );
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

async function readBody(answer: IncomingMessage, { bytes, cut }: Exchange): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bytes) {
      answer.destroy();
      if (cut) break;
      throw new OutgoingError("too-large", `The answer is longer than ${Math.round(bytes / 1024)} KB.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

const REASONS: Record<string, string> = {
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "it refuses connections",
  ECONNRESET: "it broke the connection off",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  ETIMEDOUT: "it did not answer in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is from an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is from an unknown authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** What went wrong with a connection, for a person. */
export function toOutgoing(url: URL, error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const code = codeOf(error);
  const why = REASONS[code] ?? (code.startsWith("HPE_") ? "it does not speak HTTP" : "the connection failed");
  return new OutgoingError("unreachable", `${url.host} cannot be reached: ${why}.`, { cause: error });
}

/** Trying several addresses fails with one error each, in a bundle. */
function codeOf(error: unknown): string {
  const { code, errors } = Object(error) as { code?: unknown; errors?: unknown[] };
  if (typeof code === "string") return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : "";
}
