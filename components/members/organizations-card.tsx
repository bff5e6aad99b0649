"use client";

import { useTransition } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { roleLabel } from "@/lib/members/rules";
import type { MyOrganization } from "@/lib/members/schema";
import type { Outcome } from "./actions";

type OrganizationsCardProps = {
  organizations: MyOrganization[];
  current: string;
  switchTo: (organizationId: string) => Promise<Outcome>;
};

/** The organizations a person belongs to, when there are several. */
export function OrganizationsCard({ organizations, current, switchTo }: OrganizationsCardProps) {
  const [busy, start] = useTransition();
  if (organizations.length < 2) return null;
  function choose(id: string) {
    start(async () => {
      const result = await switchTo(id).catch(() => undefined);
      if (result && !result.ok) toast.error(result.message);
      if (!result) toast.error("The server did not answer. Try again.");
    });
  }
  return (
    <Card aria-labelledby="organizations-title">
      <CardHeader>
        <h2 id="organizations-title">Your organizations</h2>
      </CardHeader>
      <ul>
        {organizations.map(({ id, name, role }) => (
          <li
            key={id}
            className="flex items-center gap-3 border-b border-border-soft px-5 py-2.5 last:border-b-0 max-md:px-4"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <Badge>{roleLabel(role)}</Badge>
            {id === current ? (
              <Badge variant="primary">Shown now</Badge>
            ) : (
              <Button size="sm" disabled={busy} onClick={() => choose(id)}>
                Switch<span className="sr-only"> to {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
