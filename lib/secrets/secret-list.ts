import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** The file of the data folder that lists the secrets once there is more than the first one. */
export const SECRET_LIST = "auth-secrets";

/** The secrets of a list file, the current one first. @throws Error naming the file when it holds none */
export function readSecretList(file: string): string[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim());
  const secrets = lines.filter(Boolean);
  if (secrets.length > 0 && secrets.every((secret) => secret.length >= 32)) return secrets;
  throw new Error(
    `${file} holds no usable secrets (32 characters at least, one a line). Restore it from a backup.`,
  );
}

/** Replaces the list in one step: a reader, and a process that was killed here, finds the old one or the new one. */
export function writeSecretList(file: string, secrets: readonly string[]): void {
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  const descriptor = openSync(/* turbopackIgnore: true */ draft, "wx", 0o600);
  try {
    writeSync(descriptor, `${secrets.join("\n")}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}
