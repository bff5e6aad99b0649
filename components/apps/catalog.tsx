"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { SearchBox } from "@/components/ui/search-box";
import type { CatalogEntry } from "@/lib/apps/schema";
import { CardGrid } from "./card-grid";
import { CATEGORY_NAMES } from "./categories";
import {
  type CatalogFilter,
  commonTags,
  filterCatalog,
  filterOf,
  NO_FILTER,
  queryOf,
} from "./filter-catalog";

const TAGS_AT_FIRST = 10;

/** The catalog with its search and filters; the filter stands in the address. */
export function Catalog({ apps }: { apps: CatalogEntry[] }) {
  const query = useSearchParams();
  const [filter, setFilter] = useState(() => filterOf(query));
  function change(part: Partial<CatalogFilter>) {
    const next = { ...filter, ...part };
    setFilter(next);
    window.history.replaceState(null, "", `/apps${queryOf(next)}`);
  }
  const found = filterCatalog(apps, filter);
  return (
    <>
      <div className="mb-5 grid gap-3">
        <SearchBox
          large
          label="Search the catalog"
          placeholder="Search by name, use or tag"
          value={filter.text}
          onChange={(text) => change({ text })}
        />
        <Categories apps={apps} filter={filter} change={change} />
        <Tags apps={apps} filter={filter} change={change} />
      </div>
      <CardGrid apps={found} />
      <p role="status" className={found.length ? "mt-4 text-xs text-subtle-foreground" : "sr-only"}>
        {found.length === apps.length ? "" : `Showing ${found.length} of ${apps.length}.`}
      </p>
      {found.length === 0 && (
        <div className="grid justify-items-center gap-3 py-12 text-center">
          <p className="text-muted-foreground">
            {apps.length ? "No app of the catalog fits." : "The catalog folder holds no app."}
          </p>
          {apps.length > 0 && <Button onClick={() => change(NO_FILTER)}>Show all {apps.length}</Button>}
        </div>
      )}
    </>
  );
}

type PartProps = {
  apps: CatalogEntry[];
  filter: CatalogFilter;
  change: (part: Partial<CatalogFilter>) => void;
};

const ROW =
  "flex min-w-0 flex-wrap gap-1.5 scrollbar-none max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-0.5";

function Categories({ apps, filter, change }: PartProps) {
  const names = Object.entries(CATEGORY_NAMES) as [CatalogEntry["category"], string][];
  const own = apps.filter((app) => app.custom).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling row
    <div role="group" aria-label="Category" className={ROW}>
      <Chip
        pressed={!filter.category && !filter.custom}
        count={apps.length}
        onClick={() => change({ category: null, custom: false })}
      >
        All
      </Chip>
      {(own > 0 || filter.custom) && (
        <Chip pressed={filter.custom} count={own} onClick={() => change({ custom: !filter.custom })}>
          Custom
        </Chip>
      )}
      {names.map(([category, name]) => {
        const count = apps.filter((app) => app.category === category).length;
        if (count === 0) return null;
        const pressed = filter.category === category;
        return (
          <Chip
            key={category}
            pressed={pressed}
            count={count}
            onClick={() => change({ category: pressed ? null : category })}
          >
            {name}
          </Chip>
        );
      })}
    </div>
  );
}

function Tags({ apps, filter, change }: PartProps) {
  const [all, setAll] = useState(false);
  const tags = commonTags(apps);
  if (tags.length === 0) return null;
  const shown = all ? tags : tags.filter((tag, index) => index < TAGS_AT_FIRST || tag === filter.tag);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling row
    <div role="group" aria-label="Tags" className={ROW}>
      <span className="pr-1 text-xs leading-6 text-subtle-foreground">Tags</span>
      {shown.map((tag) => (
        <Chip
          key={tag}
          small
          pressed={filter.tag === tag}
          onClick={() => change({ tag: filter.tag === tag ? null : tag })}
        >
          {tag}
        </Chip>
      ))}
      {shown.length < tags.length && (
        <Chip small pressed={false} onClick={() => setAll(true)}>
          {tags.length - shown.length} more
        </Chip>
      )}
    </div>
  );
}
