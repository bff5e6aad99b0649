"use client";

import { managesPeople } from "@/lib/members/rules";
import { SETTINGS_SECTIONS } from "../places";
import { useShell } from "../shell-provider";

const FOR_ADMINS: readonly string[] = [
  "/settings/audit",
  "/settings/backups",
  "/settings/notifications",
  "/settings/registries",
];

/** The sections of the settings that are of use to the person: some are only to whoever administers the organization. */
export function useSettingsSections() {
  const { organizations, organizationId } = useShell();
  const role = organizations.find(({ id }) => id === organizationId)?.role;
  const administers = role !== undefined && managesPeople(role);
  return SETTINGS_SECTIONS.filter(({ href }) => administers || !FOR_ADMINS.includes(href));
}
