"use client";

import { useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { Role } from "@/lib/access/permissions";
import { ROLES } from "@/lib/members/rules";
import type { MemberRow } from "@/lib/members/schema";
import type { Outcome } from "./actions";
import { useOutcome } from "./use-outcome";

type ChangeRoleProps = {
  member: MemberRow;
  roles: readonly Role[];
  change: (role: Role) => Promise<Outcome>;
  close: () => void;
  done: () => void;
};

/** Chooses another role, each with what it means. */
export function ChangeRole({ member, roles, change, close, done }: ChangeRoleProps) {
  const { failure, busy, run } = useOutcome();
  const [role, setRole] = useState<Role>(member.role);
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && close()}>
      <DialogContent className="max-h-[calc(100dvh-24px)] overflow-auto max-md:top-3">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(() => change(role), done);
          }}
          className="grid gap-4 p-5"
        >
          <div>
            <DialogTitle className="break-words">Role of {member.name}</DialogTitle>
            <DialogDescription className="mt-1 text-sm text-muted-foreground">
              Another role replaces everything that {member.name} may do now, also what was given one by one.
            </DialogDescription>
          </div>
          <RoleCards roles={roles} value={role} onChange={setRole} />
          {failure && <FailAlert>{failure}</FailAlert>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" disabled={busy || role === member.role}>
              {busy ? "Changing…" : "Change the role"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type RoleCardsProps = {
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
  className?: string;
};

/** The roles that may be given, as cards with what each means. */
export function RoleCards({ roles, value, onChange, className }: RoleCardsProps) {
  return (
    <RadioGroup
      name="role"
      aria-label="Role"
      value={value}
      onValueChange={(next) => onChange(next as Role)}
      className={className}
    >
      {ROLES.filter(({ role }) => roles.includes(role)).map(({ role, label, means }) => (
        <RadioCard key={role} value={role} label={label} help={means} />
      ))}
    </RadioGroup>
  );
}
