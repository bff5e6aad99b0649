"use client";

import { ChevronsUpDown, LogOut, Menu } from "lucide-react";
import Link from "next/link";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { OrganizationItems } from "./organization-items";
import { PendingCount } from "./pending-count";
import { PROPOSALS, SETTINGS } from "./places";
import { useShell } from "./shell-provider";
import { ThemeItems } from "./theme-items";

export function UserMenu() {
  const { user, organizations, organizationId } = useShell();
  // Which one is shown is worth a line only to who has several.
  const here = organizations.length > 1 && organizations.find(({ id }) => id === organizationId)?.name;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex items-center gap-2 rounded-md px-1.5 py-1 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2">
        <span
          aria-hidden
          className="size-6 shrink-0 rounded-full border bg-muted text-center text-[11px] leading-[22px] font-semibold text-muted-foreground"
        >
          {initials(user.name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate">{user.name}</span>
          {here && <span className="block truncate text-xs text-subtle-foreground">{here}</span>}
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-subtle-foreground" />
      </DropdownMenuTrigger>
      <UserMenuContent />
    </DropdownMenu>
  );
}

/** The same menu behind the last tab of the phone's bar. */
export function MoreTab({ className }: { className: string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={className}>
        <Menu aria-hidden />
        More
      </DropdownMenuTrigger>
      <UserMenuContent />
    </DropdownMenu>
  );
}

function UserMenuContent() {
  const { user, system, signOut } = useShell();
  return (
    <DropdownMenuContent side="top" align="start" className="w-56">
      <DropdownMenuLabel>
        <span className="block truncate text-sm font-semibold text-foreground">{user.name}</span>
        <span className="block truncate">{user.email}</span>
      </DropdownMenuLabel>
      <DropdownMenuSeparator />
      <OrganizationItems />
      <DropdownMenuItem asChild className="md:hidden">
        <Link href={PROPOSALS.href}>
          <PROPOSALS.Icon aria-hidden />
          {PROPOSALS.label}
          <PendingCount />
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link href={SETTINGS.href}>
          <SETTINGS.Icon aria-hidden />
          {SETTINGS.label}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <ThemeItems />
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden />
        Sign out
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Roadstead {system.version}</DropdownMenuLabel>
    </DropdownMenuContent>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return ((words[0]?.[0] ?? "?") + (words.length > 1 ? (words.at(-1)?.[0] ?? "") : "")).toUpperCase();
}
