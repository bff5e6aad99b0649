"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { toast } from "sonner";
import { CopyButton } from "@/components/marks/copy-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { roleLabel } from "@/lib/members/rules";
import type { InvitationRow } from "@/lib/members/schema";
import type { Outcome } from "./actions";

type InvitationsCardProps = {
  invitations: InvitationRow[];
  cancel: (invitationId: string) => Promise<Outcome>;
};

/** Who was invited and has not accepted yet. */
export function InvitationsCard({ invitations, cancel }: InvitationsCardProps) {
  return (
    <Card aria-labelledby="invitations-title">
      <CardHeader>
        <h2 id="invitations-title">Open invitations</h2>
      </CardHeader>
      {invitations.length === 0 ? (
        <p className="px-5 py-4 text-sm text-muted-foreground max-md:px-4">
          Nobody is invited at the moment. Who is, stands here until they accept.
        </p>
      ) : (
        <ul>
          {invitations.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} cancel={cancel} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type InvitationLineProps = { invitation: InvitationRow; cancel: InvitationsCardProps["cancel"] };

function InvitationLine({ invitation, cancel }: InvitationLineProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const { email } = invitation;
  function withdraw() {
    start(async () => {
      const result = await cancel(invitation.id).catch(() => undefined);
      if (result?.ok) toast.success(`The invitation for ${email} is withdrawn`);
      else toast.error(result?.message ?? "The server did not answer. Load the page again.");
      router.refresh();
    });
  }
  const until = new Date(invitation.expiresAt).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 border-b border-border-soft px-5 py-3 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4">
      <div className="min-w-0">
        <p className="truncate">{email}</p>
        <p className="text-xs text-muted-foreground" suppressHydrationWarning>
          until {until}
        </p>
      </div>
      <Badge>{roleLabel(invitation.role)}</Badge>
      <div className="flex items-center gap-1 max-md:col-span-2">
        <CopyButton text={invitation.url} label={`Copy the link for ${email}`} />
        <Button size="sm" variant="danger-ghost" disabled={busy} onClick={withdraw}>
          <X aria-hidden />
          {busy ? "Withdrawing…" : "Withdraw"}
          <span className="sr-only"> the invitation for {email}</span>
        </Button>
      </div>
    </li>
  );
}
