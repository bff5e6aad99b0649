import {
  Archive,
  Bell,
  Building2,
  CircleArrowUp,
  ClipboardCheck,
  Clock3,
  Container,
  FileInput,
  KeyRound,
  LayoutGrid,
  Package,
  PackagePlus,
  Plug,
  ScrollText,
  Shapes,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  Users,
} from "lucide-react";

/** The rooms of the dashboard, in the order of the sidebar. */
export const PLACES = [
  { href: "/projects", label: "Projects", short: "Projects", Icon: Package },
  { href: "/apps", label: "Catalog", short: "Catalog", Icon: LayoutGrid },
  { href: "/updates", label: "Updates", short: "Updates", Icon: CircleArrowUp },
  { href: "/deployments", label: "Deployments", short: "Deploys", Icon: Clock3 },
] as const;

/** A room as well; the phone's bar has it behind its last tab. */
export const SETTINGS = { href: "/settings", label: "Settings", Icon: SlidersHorizontal } as const;

/** A room as well, behind the phone's last tab too: what AI clients want to change. */
export const PROPOSALS = { href: "/proposals", label: "Proposals", Icon: ClipboardCheck } as const;

/** The sections of the settings, in the order of their list. */
export const SETTINGS_SECTIONS = [
  { href: "/settings/profile", label: "Profile", Icon: UserRound },
  { href: "/settings/security", label: "Security", Icon: ShieldCheck },
  { href: "/settings/tokens", label: "Tokens", Icon: KeyRound },
  { href: "/settings/ai-clients", label: "AI clients", Icon: Plug },
  { href: "/settings/members", label: "Members", Icon: Users },
  { href: "/settings/organization", label: "Organization", Icon: Building2 },
  { href: "/settings/backups", label: "Backup storage", Icon: Archive },
  { href: "/settings/notifications", label: "Notifications", Icon: Bell },
  { href: "/settings/registries", label: "Registries", Icon: Container },
  { href: "/settings/audit", label: "Audit", Icon: ScrollText },
] as const;

/** Pages inside the rooms that the command palette reaches too. */
export const INNER_PLACES = [
  { href: "/apps/custom", label: "Your apps", Icon: Shapes },
  { href: "/apps/custom/new", label: "Add your own app", Icon: PackagePlus },
  { href: "/apps/import", label: "Import an app", Icon: FileInput },
] as const;

/** Whether a page lies within a place. */
export function isWithin(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
