"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { roleLabel } from "@/lib/members/rules";
import type { MyOrganization } from "@/lib/members/schema";
import type { MemberActions } from "./actions";
import { Confirm } from "./confirm";

type OnlyLeaveProps = { here: MyOrganization | undefined; leave: MemberActions["leave"] };

/** For who does not manage people: whom to ask, and the way out. */
export function OnlyLeave({ here, leave }: OnlyLeaveProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  if (!here) {
    return (
      <Card className="px-6 py-11 text-center text-muted-foreground">
        You belong to no organization at the moment. Ask for an invitation, or create one of your own.
      </Card>
    );
  }
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <h2>Only owners and admins see who belongs to {here.name}</h2>
      <p className="max-w-[52ch] text-muted-foreground">
        You are here as {roleLabel(here.role).toLowerCase()}. Ask an admin to invite somebody, or to change
        what you may do.
      </p>
      <div className="mt-2">
        <Button variant="danger-ghost" onClick={() => setOpen(true)}>
          <LogOut aria-hidden />
          Leave {here.name}
        </Button>
      </div>
      {open && (
        <Confirm
          title={`Leave ${here.name}?`}
          lead="You lose every access to it, and only an invitation brings you back. Its apps stay as they are."
          name={here.name}
          verb="Leave"
          busyVerb="Leaving…"
          act={leave}
          close={() => setOpen(false)}
          done={() => {
            router.push("/settings/organization");
            router.refresh();
          }}
        />
      )}
    </Card>
  );
}
