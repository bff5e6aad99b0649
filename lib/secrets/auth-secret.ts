import { statSync } from "node:fs";
import path from "node:path";
import { type Settings, settings } from "@/lib/settings";
import { readSecretList, SECRET_LIST } from "./secret-list";
import { storedSecret } from "./stored-secret";

const known = new Map<string, string>();

/**
 * Every secret this instance knows, the current one first: those of BETTER_AUTH_SECRETS, then BETTER_AUTH_SECRET. On the
 * embedded database, when neither is set, those in the data folder; the first is generated there.
 * @throws Error when there is none
 */
export function authSecrets(
  { authSecret, authSecrets: listed, databaseUrl, dataDir }: Settings = settings(),
  { fresh = false } = {},
): string[] {
  const given = [...listed.map(({ value }) => value), ...(authSecret ? [authSecret] : [])];
  if (given.length > 0) return [...new Set(given)];
  if (databaseUrl) throw new Error("BETTER_AUTH_SECRET must be set when DATABASE_URL is.");
  const folder = path.join(dataDir, "secrets");
  return listIn(path.join(folder, SECRET_LIST), fresh) ?? [remembered(path.join(folder, "auth-secret"))];
}

/** The secret that signs sessions and from which the keys of stored secrets are derived now. */
export function authSecret(given: Settings = settings()): string {
  return authSecrets(given)[0] ?? "";
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

const LOOK_MS = 1_000;
type Look = { at: number; changed: number; list: string[] | undefined };
const looks = new Map<string, Look>();

/** The list, looked at anew once a second: `npm run rotate-secret` changes it while this process runs. */
function listIn(file: string, fresh: boolean): string[] | undefined {
  const last = looks.get(file);
  const now = performance.now();
  if (last && !fresh && now - last.at < LOOK_MS) return last.list;
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const list = last?.changed === changed ? last.list : changed ? readSecretList(file) : undefined;
  looks.set(file, { at: now, changed, list });
  return list;
}
