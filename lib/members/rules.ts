import type { Role } from "@/lib/access/permissions";

/** The labels a member can have, from most to least, and what each may do in words for people. */
export const ROLES: readonly { role: Role; label: string; means: string }[] = [
  {
    role: "owner",
    label: "Owner",
    means: "May do everything, also hand the organization over and change other owners.",
  },
  {
    role: "admin",
    label: "Admin",
    means: "Installs, changes and removes apps, and invites and removes people.",
  },
  {
    role: "member",
    label: "Member",
    means: "Installs, changes and removes apps, and sees servers. Cannot manage people.",
  },
  {
    role: "restricted",
    label: "Restricted",
    means: "Sees nothing until an admin gives access to something.",
  },
];

/** A role's name for people. */
export function roleLabel(role: Role): string {
  return ROLES.find((entry) => entry.role === role)?.label ?? role;
}

/** Whether somebody of this role manages people: invites, changes and removes them. */
export function managesPeople(role: Role | undefined): boolean {
  return role === "owner" || role === "admin";
}

/** The roles that somebody of this role may give: never one above their own. */
export function rolesToGive(own: Role | undefined): readonly Role[] {
  if (own === "owner") return ["owner", "admin", "member", "restricted"];
  return own === "admin" ? ["admin", "member", "restricted"] : [];
}

/** Whether somebody of this role may change or remove a member of that one: only an owner touches owners. */
export function mayChange(own: Role | undefined, other: Role): boolean {
  return rolesToGive(own).includes(other);
}

/** A short name for a new organization; nobody is asked for one, since nothing shows it. */
export function newOrganizationSlug(): string {
  return `org-${crypto.randomUUID()}`;
}
