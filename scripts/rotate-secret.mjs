// npm run rotate-secret: brings everything that is encrypted under the current secret. It may be ended and begun again
// at any time, and the instance may run. On the embedded database it makes the new secret itself.
//   --forget-old  on the embedded database: forgets the old secret, once nothing needs it any more
//   --lost        the old secret is lost for good: lets the instance start without it
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensureDependencies, fail, localAddress, onProjectNode } from "./prepare.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
const [wish, ...more] = process.argv.slice(2);
if (more.length > 0 || (wish && !["--forget-old", "--lost"].includes(wish)))
  fail("Usage: npm run rotate-secret [-- --forget-old | --lost]", 2);
await ensureDependencies();
await import("./typescript.mjs");
const { settings, SettingsError } = await import("../lib/settings.ts");
const { authSecrets, internalToken } = await import("../lib/secrets/auth-secret.ts");
const { SECRET_LIST, writeSecretList } = await import("../lib/secrets/secret-list.ts");
const { ringOf, secretRing } = await import("../lib/secrets/ring.ts");
const { closeDatabase, openDatabase, sqlClient } = await import("../lib/db/client.ts");

const given = readSettings();
const isOurs = !given.databaseUrl && !given.authSecret && given.authSecrets.length === 0;
const folder = path.join(given.dataDir, "secrets");
const PROCESSES_LOOK_MS = 1_500; // longer than a running instance goes without looking at the data folder

const release = await openEverything();
try {
  process.exitCode = wish === "--lost" ? await giveUp() : wish ? await forgetOld() : await rotate();
} finally {
  await closeDatabase();
  await release();
}

/** Says why not. The database is let go of before the process ends. @returns the exit code */
function refuse(message, code = 1) {
  console.error(message);
  return code;
}

function readSettings() {
  try {
    return settings();
  } catch (error) {
    if (error instanceof SettingsError) fail(error.message, 2);
    throw error;
  }
}

async function openEverything() {
  const { openEmbeddedDatabase } = await import("../lib/db/embedded.ts");
  const { migrateDatabase } = await import("../lib/db/migrate.ts");
  const database = given.databaseUrl
    ? { url: given.databaseUrl, release: async () => {} }
    : await openEmbeddedDatabase(given.dataDir);
  await migrateDatabase(database.url);
  await openDatabase(database.url);
  return () => database.release();
}

const ONE_ONLY =
  "There is one secret only. Set BETTER_AUTH_SECRETS=2:NEW,1:OLD, where OLD is the value of BETTER_AUTH_SECRET and NEW comes from: openssl rand -base64 32\nRestart the instance with it, then run this again with the same settings.";

async function rotate() {
  if (isOurs) await makeNewSecret();
  else if (authSecrets(given).length < 2) return refuse(ONE_ONLY, 2);
  const ring = secretRing(given, { fresh: true });
  if (!(await instanceKnows(ring))) return refuse(UNAWARE);
  const { rotateAll } = await import("../lib/secrets/rotate/rotate.ts");
  // A running instance may write under the old secret while the first round goes on.
  for (let rounds = 0; rounds < 5; rounds++) {
    const round = await rotateAll(sqlClient(), ring);
    for (const { what, changed } of round) if (changed > 0) console.log(`${what}: ${changed} encrypted anew`);
    if (round.every(({ changed }) => changed === 0)) break;
  }
  return tell(await whatNeedsOld(ring));
}

/** Beside the old one, first in the list: a running instance reads it within a second. */
async function makeNewSecret() {
  const known = authSecrets(given, { fresh: true });
  if (known.length > 1) return console.log("A new secret was made before; this goes on with it.");
  const { randomBytes } = await import("node:crypto");
  writeSecretList(path.join(folder, SECRET_LIST), [randomBytes(32).toString("base64url"), ...known]);
  console.log("A new secret was made.");
  await sleep(PROCESSES_LOOK_MS);
}

const UNAWARE =
  "The running instance does not use the new secret yet. Restart it with the same settings as here, then run this again.";

/** What is under the new secret would be unreadable to an instance that was not restarted with it. */
async function instanceKnows({ current }) {
  const headers = { "x-internal-token": internalToken(given) };
  const response = await fetch(`${localAddress(given)}/api/setup`, { headers }).catch(() => undefined);
  return !response?.ok || (await response.json()).secret === current.id;
}

/** Looks at everything once more, with the current secret alone. */
async function whatNeedsOld({ current }) {
  const { rotateAll } = await import("../lib/secrets/rotate/rotate.ts");
  return await rotateAll(sqlClient(), ringOf([current.value]));
}

function tell(columns) {
  const values = columns.reduce((sum, { current }) => sum + current, 0);
  const left = columns.filter(({ unreadable }) => unreadable.length > 0);
  console.log(`${values} values are encrypted under the current secret.`);
  if (left.length > 0) {
    for (const { what, unreadable, more } of left)
      console.error(
        `Not readable with any secret given here: ${what}, ${unreadable.join(", ")}${more ? ` and ${more} more` : ""}`,
      );
    console.error("They are as they were. List the secret that they were stored with, and run this again.");
    return 1;
  }
  const how = isOurs
    ? "run: npm run rotate-secret -- --forget-old"
    : "set BETTER_AUTH_SECRETS to the new one alone (2:NEW), unset BETTER_AUTH_SECRET, and restart.";
  console.log(
    `Nothing needs the old secret any more, but sessions that began under it. To end those too, or after two weeks when they have ended by themselves, ${how}`,
  );
  return 0;
}

async function forgetOld() {
  if (!isOurs)
    return refuse(
      "Here the secrets are settings: set BETTER_AUTH_SECRETS to the new one alone, and restart.",
      2,
    );
  const [current, ...older] = authSecrets(given, { fresh: true });
  if (older.length === 0) return refuse("There is no old secret. Make a new one with: npm run rotate-secret");
  const needs = await whatNeedsOld(ringOf([current]));
  if (needs.some(({ unreadable }) => unreadable.length > 0))
    return refuse("Something is still encrypted under the old secret. Run first: npm run rotate-secret");
  writeSecretList(path.join(folder, SECRET_LIST), [current]);
  rmSync(path.join(folder, "auth-secret"), { force: true });
  console.log(`The old secret is forgotten. Keep ${path.join(folder, SECRET_LIST)} with your backups.`);
  return 0;
}

async function giveUp() {
  const { dataKey } = await import("../lib/secrets/data-key.ts");
  const isKnown = await dataKey("audit").then(
    () => true,
    () => false,
  );
  if (isKnown)
    return refuse(
      "The secret is the right one: the instance starts with it, and nothing needs to be given up.",
    );
  const { restartChains } = await import("../lib/audit/restart.ts");
  await restartChains();
  console.log(
    "The audit log begins anew; what it held can be read, and no longer verified. The instance starts now.",
  );
  console.log(
    "Projects cannot be deployed until their secret variables are set again, and people with two factors need new ones.",
  );
  return 0;
}
