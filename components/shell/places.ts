import { Clock3, LayoutGrid, Package } from "lucide-react";

/** The rooms of the dashboard, in the order of the sidebar. */
export const PLACES = [
  { href: "/projects", label: "Projects", short: "Projects", Icon: Package },
  { href: "/apps", label: "Catalog", short: "Catalog", Icon: LayoutGrid },
  { href: "/deployments", label: "Deployments", short: "Deploys", Icon: Clock3 },
] as const;

/** Whether a page lies within a place. */
export function isWithin(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
