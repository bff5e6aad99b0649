import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { openSecret, sealSecret } from "./seal";
import { dataKeys } from "./table";

/** What is signed or encrypted under a key that no change of the instance's secret touches. */
export type DataKeyName = "audit" | "backup";

// By database: a process has one, a test run many.
const opened = new WeakMap<object, Map<DataKeyName, Promise<Buffer>>>();

/**
 * The key of this name: 32 random bytes, made on first use and kept sealed under the instance's secret. Processes that
 * start together agree on one.
 * @throws Refusal SECRET_UNREADABLE when it was sealed under a secret that this instance does not know
 */
export function dataKey(name: DataKeyName): Promise<Buffer> {
  const here = opened.get(db()) ?? new Map<DataKeyName, Promise<Buffer>>();
  opened.set(db(), here);
  const key = here.get(name) ?? openKey(name);
  here.set(name, key);
  key.catch(() => here.delete(name));
  return key;
}

async function openKey(name: DataKeyName): Promise<Buffer> {
  const find = () => db().select().from(dataKeys).where(eq(dataKeys.name, name));
  let [row] = await find();
  if (!row) {
    const sealed = sealSecret(randomBytes(32).toString("base64url"), dataKeyBinding(name));
    await db().insert(dataKeys).values({ name, sealed }).onConflictDoNothing();
    [row] = await find();
  }
  if (!row) throw new Error("an insert left no row");
  try {
    return Buffer.from(openSecret(row.sealed, dataKeyBinding(name)), "base64url");
  } catch (cause) {
    throw new Refusal("SECRET_UNREADABLE", { cause, message: WRONG_SECRET });
  }
}

const WRONG_SECRET =
  "This database was used with another secret than the one this instance has: BETTER_AUTH_SECRET must be the one its secrets were stored with, or BETTER_AUTH_SECRETS must list it. When it is lost for good: npm run rotate-secret -- --lost";

/** Where a data key belongs. */
export const dataKeyBinding = (name: string) => ({
  projectId: "instance",
  service: "Roadstead",
  key: `the ${name} key`,
});
