import { expect, test } from "vitest";
import type { CatalogEntry } from "@/lib/apps/schema";
import { commonTags, filterCatalog, filterOf, NO_FILTER, queryOf } from "./filter-catalog";

const app = (name: string, category: CatalogEntry["category"], tags: string[]) =>
  ({ id: name.toLowerCase(), name, description: `${name} does it.`, category, tags }) as CatalogEntry;
const apps = [
  app("Gitea", "backend", ["git", "code"]),
  app("Redis", "database", ["cache"]),
  app("Ghost", "cms", ["code"]),
];

test("every word of the search must be found, wherever it stands", () => {
  const found = (text: string) => filterCatalog(apps, { ...NO_FILTER, text }).map(({ name }) => name);
  expect(found("  GIT  backend ")).toEqual(["Gitea"]);
  expect(found("git cache")).toEqual([]);
  expect(found("")).toHaveLength(3);
});

test("a filter survives its way through the address", () => {
  const filter = { text: "a b&c", category: "cms" as const, tag: "co de", custom: true };
  expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter);
});

test("the organization's own apps are found by themselves", () => {
  const own = { ...app("Beacon", "other", []), custom: true };
  expect(filterCatalog([...apps, own], { ...NO_FILTER, custom: true })).toEqual([own]);
});

test("a category that does not exist filters nothing", () => {
  expect(filterOf(new URLSearchParams("category=toString")).category).toBeNull();
});

test("the most common tags come first", () => {
  expect(commonTags(apps)).toEqual(["code", "cache", "git"]);
});
