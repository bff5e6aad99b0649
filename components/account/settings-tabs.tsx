"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

const TABS = [
  ["/settings/members", "Members"],
  ["/settings/organization", "Organization"],
] as const;

/** The pages of the settings. */
export function SettingsTabs() {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tabs scroll; the one that is open must be in sight.
    const current = nav.current?.querySelector(`[href="${pathname}"]`);
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="mb-5 flex gap-1 overflow-x-auto border-b scrollbar-none max-md:-mx-4 max-md:px-4"
    >
      {TABS.map(([href, label]) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? "page" : undefined}
          className="-mb-px flex h-[38px] shrink-0 items-center border-b-2 border-transparent px-2.5 text-sm text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-foreground max-md:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
