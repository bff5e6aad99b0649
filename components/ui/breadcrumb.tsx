import { ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Fragment } from "react";

export type Crumb = { label: string; href?: Route };

/** Where one is; on a phone only the last part. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-sm text-muted-foreground">
      {items.map(({ label, href }, index) =>
        index < items.length - 1 ? (
          <Fragment key={label}>
            {href ? (
              <Link className="truncate hover:text-foreground max-md:hidden" href={href}>
                {label}
              </Link>
            ) : (
              <span className="truncate max-md:hidden">{label}</span>
            )}
            <ChevronRight aria-hidden className="size-3.5 text-subtle-foreground max-md:hidden" />
          </Fragment>
        ) : (
          <span key={label} aria-current="page" className="truncate text-foreground">
            {label}
          </span>
        ),
      )}
    </nav>
  );
}
