"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { roleLabel, rolesToGive } from "@/lib/members/rules";
import type { MemberRow, MyOrganization } from "@/lib/members/schema";
import type { MemberActions } from "./actions";
import { ChangeRole } from "./change-role";
import { Confirm } from "./confirm";
import { ResetLink } from "./reset-link";

export type Task = "role" | "reset" | "transfer" | "remove" | "leave";

type MemberDialogsProps = {
  task: Task | undefined;
  member: MemberRow;
  here: MyOrganization;
  actions: MemberActions;
  close: () => void;
};

/** The dialog of what was chosen from a member's menu. */
export function MemberDialogs({ task, member, here, actions, close }: MemberDialogsProps) {
  const router = useRouter();
  function finish(words: string) {
    toast.success(words);
    close();
    router.refresh();
  }
  if (task === "role") {
    return (
      <ChangeRole
        member={member}
        roles={rolesToGive(here.role)}
        change={(role) => actions.changeRole(member.id, role)}
        close={close}
        done={() => finish(`The role of ${member.name} is changed`)}
      />
    );
  }
  if (task === "reset") return <ResetLink member={member} make={actions.resetLink} close={close} />;
  if (task === "transfer") {
    return (
      <Confirm
        title={`Hand ${here.name} over to ${member.name}?`}
        lead={`${member.name} becomes the owner, and you become an admin. Only ${member.name} can give it back.`}
        name={member.name}
        verb="Hand it over"
        busyVerb="Handing over…"
        act={() => actions.transfer(member.id)}
        close={close}
        done={() => finish(`${member.name} owns ${here.name} now`)}
      />
    );
  }
  if (task === "remove") {
    return (
      <Confirm
        title={`Remove ${member.name} from ${here.name}?`}
        lead={`${member.name} (${member.email}, ${roleLabel(member.role).toLowerCase()}) loses every access to it and is signed out everywhere at once. Apps stay as they are.`}
        name={member.name}
        verb="Remove"
        busyVerb="Removing…"
        act={() => actions.remove(member.id)}
        close={close}
        done={() => finish(`${member.name} was removed`)}
      />
    );
  }
  if (task !== "leave") return null;
  return (
    <Confirm
      title={`Leave ${here.name}?`}
      lead="You lose every access to it, and only an invitation brings you back. Its apps stay as they are."
      name={here.name}
      verb="Leave"
      busyVerb="Leaving…"
      act={actions.leave}
      close={close}
      done={() => {
        finish(`You left ${here.name}`);
        router.push("/settings/organization");
      }}
    />
  );
}
