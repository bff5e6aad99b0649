import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { CatalogApp } from "./catalog";
import { type AppReader, findApp } from "./find";

/** Why an app cannot be installed on this instance, in one sentence; undefined when it can. */
export function whyNotInstallable({ definition, requiresVersion }: CatalogApp): string | undefined {
  const { name, kind, available } = definition;
  if (requiresVersion) {
    const version =
      requiresVersion === "newer" ? "a newer version of Roadstead" : `Roadstead >= ${requiresVersion}`;
    return `Requires ${version}. Update this instance, then install ${name}.`;
  }
  if (kind === "flow") return `${name} is set up on a page of its own, not installed.`;
  if (!available) return `${name} is coming soon and cannot be installed yet.`;
  return undefined;
}

/** The definition of an app that the caller can install. @throws Refusal NOT_FOUND, APP_NOT_INSTALLABLE with the reason */
export async function installableApp(
  caller: Caller,
  appId: string,
  source?: AppReader,
): Promise<AppDefinition> {
  const app = await findApp(caller, appId, source);
  if (!app) throw new Refusal("NOT_FOUND", { message: `There is no app “${appId}” in the catalog.` });
  const reason = whyNotInstallable(app);
  if (reason) throw new Refusal("APP_NOT_INSTALLABLE", { message: reason });
  return app.definition;
}
