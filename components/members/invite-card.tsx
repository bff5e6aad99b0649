"use client";

import { CircleAlert, CircleCheck, UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useActionState, useEffect, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { Role } from "@/lib/access/permissions";
import type { InviteOutcome } from "./actions";
import { RoleCards } from "./change-role";
import { LinkRow } from "./reset-link";

type InviteCardProps = {
  invite: (last: InviteOutcome | undefined, form: FormData) => Promise<InviteOutcome>;
  roles: readonly Role[];
  mail: boolean;
};

/** Invites somebody by address and role; the link is shown to be copied, whether it was mailed or not. */
export function InviteCard({ invite, roles, mail }: InviteCardProps) {
  const router = useRouter();
  const [result, submit, busy] = useActionState(invite, undefined);
  const [role, setRole] = useState<Role>("member");
  const wrong = result && !result.ok ? result.wrong : undefined;
  useEffect(() => {
    if (result?.ok) router.refresh();
  }, [result, router]);
  return (
    <Card aria-labelledby="invite-title">
      <CardHeader>
        <div>
          <h2 id="invite-title">Invite somebody</h2>
          <p className="text-xs text-muted-foreground">
            {mail
              ? "They get a mail with a link, which you can copy too."
              : "You get a link to send them yourself: this instance has no mail server."}
          </p>
        </div>
      </CardHeader>
      <CardBody>
        <form action={submit} noValidate className="grid gap-4">
          <div className="grid gap-1.5">
            <Label htmlFor="invite-email">E-mail</Label>
            <Input
              id="invite-email"
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={result && !result.ok ? result.email : ""}
              readOnly={busy} // the answer resets the form: what was typed meanwhile would be lost
              aria-invalid={Boolean(wrong)}
              aria-describedby={describedBy("invite-email", { error: wrong })}
            />
            <FieldNotes id="invite-email" error={wrong} />
          </div>
          <div className="grid gap-1.5">
            <span className="text-sm font-semibold">Role</span>
            <input type="hidden" name="role" value={role} />
            <RoleCards roles={roles} value={role} onChange={setRole} />
          </div>
          {result && <InviteAnswer result={result} wrong={wrong} mail={mail} />}
          <div>
            <Button type="submit" variant="primary" disabled={busy} className="max-md:w-full">
              <UserPlus aria-hidden />
              {busy ? "Inviting…" : "Invite"}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

type InviteAnswerProps = { result: InviteOutcome; wrong: string | undefined; mail: boolean };

function InviteAnswer({ result, wrong, mail }: InviteAnswerProps) {
  if (!result.ok) {
    if (wrong) return null;
    return <FailAlert>{result.message}</FailAlert>;
  }
  const unsent = mail && !result.mailed;
  const Icon = unsent ? CircleAlert : CircleCheck;
  return (
    <Alert variant={unsent ? "warn" : "ok"} role="status">
      <Icon aria-hidden />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="break-words">
          <b>{result.email} is invited.</b> {result.mailed && "The mail with this link is on its way."}
          {unsent && "The mail could not be sent. Send them this link yourself."}
          {!mail && "Send them this link; it is for this person alone."}
        </p>
        <LinkRow url={result.url} label={`Copy the link for ${result.email}`} />
      </div>
    </Alert>
  );
}
