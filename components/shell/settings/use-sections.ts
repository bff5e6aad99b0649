"use client";

import { managesPeople } from "@/lib/members/rules";
import { SETTINGS_SECTIONS } from "../places";
import { useShell } from "../shell-provider";

/** The sections of the settings that are of use to the person: who administers nothing here reads no audit log. */
export function useSettingsSections() {
  const { organizations, organizationId } = useShell();
  const role = organizations.find(({ id }) => id === organizationId)?.role;
  const administers = role !== undefined && managesPeople(role);
  return SETTINGS_SECTIONS.filter(({ href }) => administers || href !== "/settings/audit");
}
