"use client";

import { Search } from "lucide-react";
import { useShell } from "./shell-provider";

/** Opens the command palette; a phone has its own tab for it. */
export function CommandsButton() {
  const { setCommandsOpen } = useShell();
  return (
    <button
      type="button"
      onClick={() => setCommandsOpen(true)}
      className="ml-auto flex h-8 w-[260px] shrink-0 items-center gap-2 rounded-md border bg-card pr-2 pl-2.5 text-sm text-subtle-foreground hover:bg-hover max-md:hidden"
    >
      <Search aria-hidden />
      Go to or run
      <Keys>Ctrl K</Keys>
    </button>
  );
}

export function Keys({ children }: { children: string }) {
  return (
    <kbd className="ml-auto rounded-sm border bg-background px-[5px] text-[11px] leading-4 text-subtle-foreground">
      {children}
    </kbd>
  );
}
