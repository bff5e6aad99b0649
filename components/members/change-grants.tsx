"use client";

import { useEffect, useState } from "react";
import { GrantPicker } from "@/components/grants/grant-picker";
import { GrantSentence } from "@/components/grants/grant-sentence";
import { describeGrants } from "@/components/grants/words";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { GivenGrant, GrantChoice } from "@/lib/grants/schema";
import { roleLabel } from "@/lib/members/rules";
import type { MemberRow } from "@/lib/members/schema";
import type { MemberActions } from "./actions";
import { useOutcome } from "./use-outcome";

type ChangeGrantsProps = {
  member: MemberRow;
  organization: string;
  choices: readonly GrantChoice[];
  actions: Pick<MemberActions, "showGrants" | "replaceGrants">;
  close: () => void;
  done: () => void;
};

/** Shows what a member may do, thing by thing, and puts something else in its place. */
export function ChangeGrants({ member, organization, choices, actions, close, done }: ChangeGrantsProps) {
  const { failure, busy, run } = useOutcome();
  const { grants, setGrants, unread } = useHeldGrants(member.id, actions.showGrants);
  const lead = `${member.name} will be able to`;
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && close()}>
      <DialogContent className="max-h-[calc(100dvh-24px)] max-w-[640px] overflow-auto max-md:top-3">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (grants) run(() => actions.replaceGrants(member.id, [...grants]), done);
          }}
          className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5"
        >
          <div>
            <DialogTitle className="break-words">What {member.name} may do</DialogTitle>
            <DialogDescription className="mt-1 text-sm text-muted-foreground">
              The role {roleLabel(member.role)} was only the beginning: this is what counts. Another role
              replaces all of it.
            </DialogDescription>
          </div>
          {grants ? (
            <>
              <GrantPicker
                choices={choices}
                value={grants}
                onChange={setGrants}
                disabled={busy}
                label="May reach"
              />
              <GrantSentence
                parts={describeGrants({
                  grants,
                  readOnly: false,
                  choices,
                  lead,
                  organization,
                  program: false,
                })}
              />
            </>
          ) : (
            !unread && <Skeleton className="h-[220px] rounded-md" />
          )}
          {(unread ?? failure) && <FailAlert>{unread ?? failure}</FailAlert>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" disabled={busy || !grants}>
              {busy ? "Saving…" : "Save"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What the member holds now, read when the dialog opens, and then as it is edited. */
function useHeldGrants(memberId: string, show: MemberActions["showGrants"]) {
  const [grants, setGrants] = useState<readonly GivenGrant[]>();
  const [unread, setUnread] = useState<string>();
  useEffect(() => {
    let gone = false;
    const failed = { ok: false as const, message: "The server did not answer. Try again." };
    void show(memberId)
      .catch(() => failed)
      .then((result) => {
        if (gone) return;
        if (result.ok) setGrants(result.grants);
        else setUnread(result.message);
      });
    return () => {
      gone = true;
    };
  }, [memberId, show]);
  return { grants, setGrants, unread };
}
