import { curatedApps } from "@/lib/apps/catalog";
import { tellCounted } from "@/lib/audit/floods";
import { startRetention, stopRetention } from "@/lib/audit/retention";
import { createFirstAdmin, setupNeeded } from "@/lib/auth/first-admin";
import { notePeerAddresses } from "@/lib/auth/peer";
import { endLocalSessions } from "@/lib/auth/zero-auth/local-admin";
import { startBackups, stopBackups } from "@/lib/backups/run/worker";
import { closeDatabase, openDatabase } from "@/lib/db/client";
import { openEmbeddedDatabase } from "@/lib/db/embedded";
import { checkGivenDatabase } from "@/lib/db/given";
import { migrateDatabase } from "@/lib/db/migrate";
import { startWorker, stopWorker } from "@/lib/deployments/worker";
import { startEdgeWatch, stopEdgeWatch } from "@/lib/edge/watch";
import { startSending, stopSending } from "@/lib/notifications";
import { authSecret, dataKey, internalToken } from "@/lib/secrets";
import { startWatching, stopWatching } from "@/lib/services/watch";
import { settings } from "@/lib/settings";
import {
  startCarryingUpdates,
  startUpdateSchedule,
  stopCarryingUpdates,
  stopUpdateSchedule,
} from "@/lib/updates";

/**
 * Brings everything up in order: settings, database, schema, secrets, first admin from the settings, worker.
 * What fails ends the process with one sentence, since half a server helps nobody.
 */
export async function boot(): Promise<void> {
  const started = bringUp();
  endCleanly(async () => {
    // A signal in the middle of starting waits for the start, so that nothing is left behind it.
    const release = await started.catch(() => async () => {});
    await Promise.all([stopRetention(), stopUpdateSchedule(), stopCarryingUpdates()]);
    await Promise.all([stopWorker(), stopBackups(), stopWatching(), stopSending(), stopEdgeWatch()]);
    await tellCounted(Number.POSITIVE_INFINITY);
    await closeDatabase();
    await release();
  });
  try {
    await started;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function bringUp(): Promise<() => Promise<void>> {
  notePeerAddresses();
  const release = await prepareDatabase();
  try {
    authSecret();
    internalToken();
    // With another secret than the database was used with, everything that is written now would be lost later.
    await dataKey("audit");
    // A slip in somebody's own definitions is told now and not on the first page.
    if (settings().catalogDir) curatedApps();
    if (settings().authMode !== "none") await endLocalSessions();
    if (settings().zeroAuthRefused) console.warn(settings().zeroAuthRefused);
    await firstAdminFromSettings();
    await startWorker();
    await startBackups();
    startRetention();
    startUpdateSchedule();
    startCarryingUpdates();
    startWatching();
    await startSending();
    startEdgeWatch();
    return release;
  } catch (error) {
    await closeDatabase();
    await release();
    throw error;
  }
}

/** @returns what lets go of the database again */
async function prepareDatabase(): Promise<() => Promise<void>> {
  const { databaseUrl, dataDir } = settings();
  if (databaseUrl) await checkGivenDatabase(databaseUrl);
  const database = databaseUrl
    ? { url: databaseUrl, release: async () => {} }
    : await openEmbeddedDatabase(dataDir);
  await migrateDatabase(database.url);
  await openDatabase(database.url);
  return database.release;
}

async function firstAdminFromSettings(): Promise<void> {
  const { firstAdmin } = settings();
  if (!firstAdmin || !(await setupNeeded())) return;
  await createFirstAdmin({
    name: firstAdmin.email.split("@")[0] ?? "Admin",
    email: firstAdmin.email.toLowerCase(),
    password: firstAdmin.password,
  });
  console.info(`The first admin is ${firstAdmin.email}, with the password from ROADSTEAD_ADMIN_PASSWORD.`);
}

const STOP_LIMIT_MS = 10_000;
// npm passes Ctrl-C on to a program that the terminal has told already: that is one wish, not two.
const SAME_WISH_MS = 1_000;

/**
 * Ends cleanly on Ctrl-C, on SIGTERM and when the terminal's window is closed; a second Ctrl-C, or ten seconds,
 * ends at once.
 */
function endCleanly(finish: () => Promise<void>): void {
  let began: number | undefined;
  const end = () => {
    if (began !== undefined && Date.now() - began < SAME_WISH_MS) return;
    if (began !== undefined) process.exit(1);
    began = Date.now();
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    finish()
      .catch((error) => console.error("stopping:", error))
      .finally(() => process.exit(0));
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  // Without a terminal (nohup, a service) a hang-up is none of our business.
  if (process.stdout.isTTY) process.on("SIGHUP", end);
}
