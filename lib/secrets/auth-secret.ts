import path from "node:path";
import { type Settings, settings } from "@/lib/settings";
import { storedSecret } from "./stored-secret";

const known = new Map<string, string>();

/**
 * The secret that signs sessions and from which the keys of stored secrets are derived: BETTER_AUTH_SECRET, else,
 * on the embedded database only, one generated once into the data folder.
 * @throws Error when neither may be had
 */
export function authSecret({ authSecret: given, databaseUrl, dataDir }: Settings = settings()): string {
  if (given) return given;
  if (databaseUrl) throw new Error("BETTER_AUTH_SECRET must be set when DATABASE_URL is.");
  return remembered(path.join(dataDir, "secrets", "auth-secret"));
}

/** The token that local programs prove themselves with: ROADSTEAD_INTERNAL_TOKEN, else one generated once into the data folder. */
export function internalToken({ internalToken: given, dataDir }: Settings = settings()): string {
  return given ?? remembered(path.join(dataDir, "secrets", "internal-token"));
}

function remembered(file: string): string {
  const secret = known.get(file) ?? storedSecret(file);
  known.set(file, secret);
  return secret;
}
