import { parseImage } from "@/lib/app-definition/images";
import type { Category } from "@/lib/app-definition/schema";
import type { DraftService } from "../draft";
import { textOf } from "../read/tree";
import { labelOf } from "../variables/names";
import type { ComposeSource, Meta } from "./job";
import { slugOf } from "./names";

/** What the person who imports wants it to be called. */
export type Wished = { id?: string; name?: string };

const CATEGORIES: readonly [Category, RegExp][] = [
  ["database", /database|\bdb\b|sql|cache|storage engine/],
  ["cms", /\bcms\b|blog|content|website|wiki|publishing|e-?commerce|shop/],
  ["mail", /e?-?mail|newsletter|smtp/],
  ["analytics", /analytic|monitor|metric|observ|dashboard|statistic|logging/],
  ["automation", /automat|workflow|integration|\bci\b|devops|scheduler|\bai\b|bot/],
  ["backend", /backend|\bapi\b|developer|development|framework|\bauth|identity|baas|queue/],
];

/** Name, id, category and the rest of the card; from what was wished, what the format says, or the main service. */
export function describe(source: ComposeSource, services: readonly DraftService[], wished: Wished) {
  const { meta } = source;
  const main = services.find((service) => service.rest.exposed) ?? services[0];
  const spoken = line(wished.name) ?? line(meta.name) ?? line(textOf(source.root.get("name")));
  const name = spoken ?? labelOf(main?.name ?? "app");
  const id =
    [wished.id, meta.id, name, main?.name, "app"].map((one) => slugOf(one ?? "")).find(Boolean) ?? "app";
  const image = main?.rest.image === undefined ? undefined : parseImage(main.rest.image);
  const logo = slugOf(image?.repository.split("/").at(-1) ?? id) || "app";
  const repository = httpUrl(meta.repository);
  const tags = (meta.tags ?? []).flatMap((tag) => line(tag) ?? []).slice(0, 20);
  return {
    id,
    name,
    description: line(meta.description) ?? `${name}, brought in from another format.`.slice(0, 500),
    logo,
    category: categoryOf(meta),
    ...(tags.length > 0 && { tags }),
    ...(repository && { repository }),
    note: meta.note?.trim().slice(0, 4_000) || undefined,
  };
}

function categoryOf({ category, tags }: Meta): Category {
  const words = `${category ?? ""} ${(tags ?? []).join(" ")}`.toLowerCase();
  return CATEGORIES.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
}

function line(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, " ").trim().slice(0, 500).trim() || undefined;
}

/** The address when it is one of the web. */
export function httpUrl(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\/[^\s]{3,500}$/.test(text) && URL.canParse(text)
    ? text
    : undefined;
}
