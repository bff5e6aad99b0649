import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** What no server may ever print: every secret that fixtures and specs make is noted here, and looked for at the end. */

const known = new Map<string, string>();
// Shorter ones are found by chance.
const SHORTEST = 8;

/** Notes a secret by what it is; from now on no server that is discarded may have printed it. */
export function noteSecret(what: string, value: string): void {
  if (value.length >= SHORTEST) known.set(value, what);
}

/** Notes a session cookie, `name=value`: the part that proves who one is stands before its signature. */
export function noteCookie(cookie: string): void {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1));
  noteSecret("a session's token", value.split(".")[0] ?? "");
}

/** @returns what of the secrets stands in a text, plain or in the forms that libraries print them in */
export function secretsIn(text: string): string[] {
  const found = [...known].filter(([value]) => formsOf(value).some((form) => text.includes(form)));
  return [...new Set(found.map(([, what]) => what))];
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString("hex"),
    // Without the last characters, which depend on what follows.
    bytes.toString("base64").replace(/.{0,2}=*$/, ""),
  ];
}

/** Looks through all that a server and its database wrote. @throws naming what was found, never its value */
export async function expectNoSecretWritten(output: string, dataDir: string): Promise<void> {
  const folder = path.join(dataDir, "secrets");
  for (const file of await readdir(folder).catch(() => [])) {
    noteSecret(`the file ${file}`, (await readFile(path.join(folder, file), "utf8")).trim());
  }
  const log = await readFile(path.join(dataDir, "database", "postgresql.log"), "utf8").catch(() => "");
  for (const [where, text] of [
    ["Roadstead printed", output],
    ["its database logged", log],
  ] as const) {
    const found = secretsIn(text);
    if (found.length > 0) throw new Error(`${where} ${found.join(", ")}.`);
  }
}
