import { open } from "node:fs/promises";
import { surroundings } from "./place";

const LOOK_BACK_BYTES = 256 * 1024;

/** Why the last attempt at a certificate failed, as a sentence; undefined when none has, or a later one succeeded. */
export async function certificateTrouble(hostname: string): Promise<string | undefined> {
  let trouble: string | undefined;
  for (const line of (await lastPart()).split("\n")) {
    if (!line.includes(hostname)) continue;
    const entry = parsed(line);
    if (entry?.identifier !== hostname) continue;
    if (entry.msg === "certificate obtained successfully") trouble = undefined;
    else if (entry.level === "error" && entry.error) trouble = inWords(entry.error, hostname);
  }
  return trouble;
}

async function lastPart(): Promise<string> {
  try {
    await using file = await open(surroundings().log, "r");
    const { size } = await file.stat();
    const from = Math.max(0, size - LOOK_BACK_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    // No log yet: nothing has been tried.
    return "";
  }
}

type Entry = { level?: string; msg?: string; identifier?: string; error?: string };

function parsed(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return entry && typeof entry === "object" ? entry : undefined;
  } catch {
    // The first line is cut where reading began.
    return undefined;
  }
}

/** The problem types of ACME (RFC 8555 section 6.7), in words. Pure. */
export function inWords(error: string, hostname: string): string {
  // Some authorities have no type of its own for names without an address.
  const type = /could not resolve/i.test(error)
    ? "dns"
    : /urn:ietf:params:acme:error:([a-zA-Z]+)/.exec(error)?.[1];
  const known: Record<string, string> = {
    dns: `The certificate authority finds no address of ${hostname} in the DNS.`,
    connection: `The certificate authority could not reach ${hostname}. Let ports 80 and 443 through to this machine.`,
    unauthorized: `The certificate authority asked ${hostname}, and something else than this machine answered.`,
    tls: `The certificate authority asked ${hostname} over TLS, and something else than this machine answered.`,
    caa: `A CAA record in the DNS of ${hostname} forbids this certificate authority.`,
    rateLimited:
      "The certificate authority has given out too many certificates lately. It is asked again later.",
    rejectedIdentifier: `The certificate authority gives no certificate for ${hostname}.`,
    serverInternal: "The certificate authority has trouble of its own. It is asked again by itself.",
  };
  const words = type && known[type];
  if (words) return words;
  if (/dial tcp|no such host|i\/o timeout|certificate signed by unknown|x509/.test(error))
    return "The certificate authority could not be asked. Let this machine reach it; it is asked again by itself.";
  return `The certificate authority refused: ${error.replace(/\s+/g, " ").slice(0, 200)}`;
}
