import { count, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { type DefinitionWarning, lintDefinition } from "@/lib/app-definition/lint";
import { parseDefinition } from "@/lib/app-definition/parse";
import { db } from "@/lib/db/client";
import { lockNamesAndPorts } from "@/lib/projects/lock";
import { toCatalogApp } from "../catalog";
import { type GivenDefinition, readGiven } from "../definitions/given";
import { installedCounts, toEntry } from "../list";
import type { CatalogEntry } from "../schema";
import { customApps } from "../table";
import { customWarnings, wrongId } from "./check";
import { ofOrganization } from "./stored";

const MOST_APPS = 200;

type Saved = { entry: CatalogEntry; warnings: DefinitionWarning[] };

/**
 * Checks a definition and keeps it as the organization's own, in place of one of the same id.
 * @param replaces the id of the app being edited, which must be there
 * @throws Refusal VALIDATION_ERROR with every issue, APP_ID_TAKEN, TOO_MANY_APPS, NOT_FOUND
 */
export async function saveCustomApp(
  caller: Caller,
  given: GivenDefinition,
  replaces?: string,
): Promise<Saved> {
  const { organizationId, userId: createdBy } = caller;
  const { value, source } = readOrRefuse(given);
  const parsed = parseDefinition(value);
  if (!parsed.ok) throw new Refusal("VALIDATION_ERROR", { issues: parsed.issues.slice(0, 500) });
  const taken = wrongId(parsed.definition, replaces);
  if (taken) throw new Refusal("APP_ID_TAKEN", { message: taken.message, issues: [taken] });
  const ownWarnings = await customWarnings(caller, parsed.definition, Object(value), replaces);
  const definition = { ...parsed.definition, verified: false, unlisted: false };
  const { id: appId } = definition;
  await db().transaction(async (tx) => {
    await lockNamesAndPorts(tx);
    const [known] = await tx
      .select({ id: customApps.id })
      .from(customApps)
      .where(ofOrganization(organizationId, appId));
    if (known) {
      const changes = { definition, source, updatedAt: new Date() };
      await tx.update(customApps).set(changes).where(eq(customApps.id, known.id));
      return;
    }
    if (replaces !== undefined) throw new Refusal("NOT_FOUND");
    const [all] = await tx
      .select({ apps: count() })
      .from(customApps)
      .where(eq(customApps.organizationId, organizationId));
    if ((all?.apps ?? 0) >= MOST_APPS) throw new Refusal("TOO_MANY_APPS");
    await tx.insert(customApps).values({ organizationId, appId, definition, source, createdBy });
  });
  const entry = toEntry(toCatalogApp(definition, true), await installedCounts(caller));
  return { entry, warnings: [...lintDefinition(value), ...ownWarnings] };
}

function readOrRefuse(given: GivenDefinition) {
  const read = readGiven(given);
  if (!read.ok) {
    const { message } = read;
    throw new Refusal("VALIDATION_ERROR", { message, issues: [{ path: "", message }] });
  }
  return read.value;
}
