"use client";

import { toast } from "sonner";
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "@/components/ui/dropdown-menu";
import { useShell } from "./shell-provider";

/** Which organization is shown; nothing for who belongs to one only. */
export function OrganizationItems() {
  const { organizations, organizationId, switchOrganization } = useShell();
  if (organizations.length < 2) return null;
  async function choose(id: string) {
    if (id === organizationId) return;
    const result = await switchOrganization(id).catch(() => undefined);
    if (result && !result.ok) toast.error(result.message);
    if (!result) toast.error("The server did not answer. Try again.");
  }
  return (
    <>
      <DropdownMenuLabel>Organization</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={organizationId} onValueChange={(id) => void choose(id)}>
        {organizations.map(({ id, name }) => (
          <DropdownMenuRadioItem key={id} value={id}>
            <span className="truncate">{name}</span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
    </>
  );
}
