import type { ReactNode } from "react";
import { useUrlFilter } from "@/components/shell/use-url-filter";
import { Card } from "@/components/ui/card";
import { SearchBox } from "@/components/ui/search-box";

type FilteredListProps<T> = {
  /** What the entries are called, one and many. */
  one: string;
  many: string;
  /** What can be looked for, as in "Filter by name, app or state". */
  by: string;
  entries: readonly T[];
  /** The text of an entry in which every word that was typed must be found. */
  textOf: (entry: T) => string;
  /** An entry as a list item with a key. */
  children: (entry: T) => ReactNode;
};

/** A list in a card that filters as one types, and keeps the filter in the address. */
export function FilteredList<T>({ one, many, by, entries, textOf, children }: FilteredListProps<T>) {
  const [text, setText] = useUrlFilter("q");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = entries.filter((entry) => {
    const found = textOf(entry).toLowerCase();
    return words.every((word) => found.includes(word));
  });
  return (
    <>
      <SearchBox
        className="mb-4"
        label={`Filter ${many}`}
        placeholder={`Filter by ${by}`}
        value={text}
        onChange={setText}
      />
      <Card aria-label={`${many.charAt(0).toUpperCase()}${many.slice(1)}`} className="overflow-hidden">
        <ul>{shown.map(children)}</ul>
        {shown.length === 0 && <p className="px-5 py-8 text-center text-muted-foreground">No {one} fits.</p>}
      </Card>
    </>
  );
}
