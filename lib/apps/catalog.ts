import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gt } from "semver";
import { parseDefinition } from "@/lib/app-definition/parse";
import { type AppDefinition, SCHEMA_VERSION } from "@/lib/app-definition/schema";
import { settings } from "@/lib/settings";
import { VERSION } from "@/lib/system/version";
import { knownLogos } from "./logos";

/** What a card shows of a definition. */
type Face = Pick<
  AppDefinition,
  | "id"
  | "name"
  | "description"
  | "logo"
  | "category"
  | "tags"
  | "kind"
  | "flowHref"
  | "available"
  | "unlisted"
  | "verified"
  | "hosting"
  | "minEngine"
> & { services: readonly { image?: string; exposed?: boolean }[] };

/** An app that can be shown; `requiresVersion` is set when this instance is too old for it. */
export type CatalogApp<D extends Face = AppDefinition> = {
  definition: D;
  /** Whether the organization brought it itself; else it came with this instance. */
  custom: boolean;
  requiresVersion: string | null;
  logoPath: string | null;
};
/** An app of which only the card is known. */
export type CatalogCard = CatalogApp<Face>;

type Catalog = ReadonlyMap<string, CatalogApp>;

// Next loads this module several times (pages, routes): the files are read once all the same.
const shared = globalThis as typeof globalThis & { roadsteadCatalog?: Catalog };

/** Every app that came with this instance, by name. @throws Error naming the file that is no valid app */
export function curatedApps(): CatalogApp[] {
  return [...catalog().values()];
}

/** The app that came with this instance under this id, listed or not. */
export function curatedApp(id: string): CatalogApp | undefined {
  return catalog().get(id);
}

/** A valid definition as an app of this instance. */
export function toCatalogApp<D extends Face>(definition: D, custom: boolean): CatalogApp<D> {
  const { minEngine, logo } = definition;
  const requiresVersion = minEngine !== undefined && gt(minEngine, VERSION) ? minEngine : null;
  return { definition, custom, requiresVersion, logoPath: logoPathOf(logo) };
}

/** Tests bring their own definitions; undefined goes back to the files. */
export function replaceCatalog(definitions: readonly unknown[] | undefined): void {
  shared.roadsteadCatalog =
    definitions && indexed(definitions.map((one, at) => toApp(one, `definition ${at}`)));
}

/** Reads a folder of definitions. @throws Error naming the file that is no valid app, and what is wrong with it */
export function readCatalog(folder: string): Catalog {
  const files = filesIn(folder).filter((file) => file.endsWith(".json"));
  const apps = files.map((file) => {
    const where = path.join(folder, file);
    const app = toApp(readJson(where), where);
    if (`${app.definition.id}.json` !== file)
      throw new Error(`${where} says that its id is "${app.definition.id}".`);
    return app;
  });
  return indexed(apps);
}

function catalog(): Catalog {
  shared.roadsteadCatalog ??= readCatalog(settings().catalogDir ?? path.join(process.cwd(), "catalog"));
  return shared.roadsteadCatalog;
}

function indexed(apps: readonly CatalogApp[]): Catalog {
  const byName = apps.toSorted((a, b) => a.definition.name.localeCompare(b.definition.name, "en"));
  return new Map(byName.map((app) => [app.definition.id, app]));
}

function toApp(input: unknown, where: string): CatalogApp {
  const newer = writtenForNewer(input);
  const parsed = parseDefinition(newer ?? input);
  if (!parsed.ok) {
    const problems = parsed.issues.map((issue) => `  ${issue.path}: ${issue.message}`).join("\n");
    throw new Error(`${where} is not a valid app:\n${problems}`);
  }
  const app = toCatalogApp(parsed.definition, false);
  return newer ? { ...app, requiresVersion: parsed.definition.minEngine ?? "newer" } : app;
}

/** Of a format newer than this instance understands, only what stands on the card can be trusted. */
function writtenForNewer(input: unknown): object | undefined {
  const { schemaVersion, id, name, description, logo, category, minEngine } = Object(input);
  if (typeof schemaVersion !== "number" || schemaVersion <= SCHEMA_VERSION) return undefined;
  return { id, name, description, logo, category, minEngine, kind: "template", available: false };
}

function logoPathOf(logo: string): string | null {
  const logos = knownLogos();
  return Object.hasOwn(logos, logo) ? (logos[logo] ?? null) : null;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    const advice = "ROADSTEAD_CATALOG_DIR names a folder with one JSON file per app.";
    throw new Error(`The catalog folder ${folder} cannot be read. ${advice}`, { cause });
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} is not valid JSON.`, { cause });
  }
}
