"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { isWithin } from "../places";
import { useSettingsSections } from "./use-sections";

/** The sections of the settings: a list beside the page, and a row above it on a phone. */
export function SettingsNav() {
  const pathname = usePathname();
  const sections = useSettingsSections();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = row.current;
    if (!pathname || !element) return;
    // Told once at the beginning, and whenever the screen is turned.
    const width = new ResizeObserver(() => showCurrent(element));
    width.observe(element);
    return () => width.disconnect();
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label="Settings"
      className="flex gap-px max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:scrollbar-none md:flex-col"
    >
      {sections.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={isWithin(pathname, href) ? "page" : undefined}
          className="flex h-8 shrink-0 items-center rounded-md px-2.5 text-sm text-muted-foreground hover:bg-hover hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:bg-hover aria-[current]:font-semibold aria-[current]:text-foreground max-md:h-10"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone the row is wider than the screen: where one is stands in its middle. The page itself does not move. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!current) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += current.left + current.width / 2 - (left + width / 2);
}
