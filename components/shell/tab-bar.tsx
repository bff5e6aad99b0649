"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { BehindCount } from "./behind-count";
import { isWithin, PLACES } from "./places";
import { useShell } from "./shell-provider";
import { MoreTab } from "./user-menu";

const TAB =
  "grid content-center justify-items-center gap-[3px] text-[11px] leading-[13px] text-muted-foreground focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-primary-text [&_.lucide]:size-5";

/** The phone's sidebar: six tabs at the bottom. */
export function TabBar() {
  const pathname = usePathname();
  const { setCommandsOpen } = useShell();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid h-14 grid-cols-6 border-t bg-card md:hidden"
    >
      {PLACES.map(({ href, short, Icon }) => (
        <Link
          key={href}
          href={href}
          className={TAB}
          aria-current={isWithin(pathname, href) ? "page" : undefined}
        >
          <span className="relative">
            <Icon aria-hidden />
            {href === "/updates" && <BehindCount className="absolute -top-1.5 left-3" />}
          </span>
          {short}
        </Link>
      ))}
      <button type="button" className={TAB} onClick={() => setCommandsOpen(true)}>
        <Search aria-hidden />
        Go to
      </button>
      <MoreTab className={TAB} />
    </nav>
  );
}
