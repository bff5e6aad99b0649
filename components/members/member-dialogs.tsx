"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import type { GrantChoice } from "@/lib/grants/schema";
import { roleLabel, rolesToGive } from "@/lib/members/rules";
import type { MemberRow, MyOrganization } from "@/lib/members/schema";
import type { MemberActions, Outcome } from "./actions";
import { ChangeGrants } from "./change-grants";
import { ChangeRole } from "./change-role";
import { Confirm } from "./confirm";
import { ResetLink } from "./reset-link";

export type Task = "role" | "grants" | "reset" | "transfer" | "remove" | "leave";

type MemberDialogsProps = {
  task: Task | undefined;
  member: MemberRow;
  here: MyOrganization;
  choices: readonly GrantChoice[];
  actions: MemberActions;
  close: () => void;
};

/** The dialog of what was chosen from a member's menu. */
export function MemberDialogs({ task, member, here, choices, actions, close }: MemberDialogsProps) {
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
  if (task === "grants") {
    return (
      <ChangeGrants
        member={member}
        organization={here.name}
        choices={choices}
        actions={actions}
        close={close}
        done={() => finish(`What ${member.name} may do is changed`)}
      />
    );
  }
  if (task === "reset") return <ResetLink member={member} make={actions.resetLink} close={close} />;
  if (task === "transfer") {
    const done = () => finish(`${member.name} owns ${here.name} now`);
    return <Transfer {...{ member, here, close, done }} act={() => actions.transfer(member.id)} />;
  }
  if (task === "remove") {
    const done = () => finish(`${member.name} was removed`);
    return <Remove {...{ member, here, close, done }} act={() => actions.remove(member.id)} />;
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

type GoneProps = Pick<MemberDialogsProps, "member" | "here" | "close"> & {
  act: () => Promise<Outcome>;
  done: () => void;
};

function Transfer({ member, here, ...rest }: GoneProps) {
  return (
    <Confirm
      title={`Hand ${here.name} over to ${member.name}?`}
      lead={`${member.name} becomes the owner, and you become an admin. Only ${member.name} can give it back.`}
      name={member.name}
      verb="Hand it over"
      busyVerb="Handing over…"
      {...rest}
    />
  );
}

function Remove({ member, here, ...rest }: GoneProps) {
  return (
    <Confirm
      title={`Remove ${member.name} from ${here.name}?`}
      lead={`${member.name} (${member.email}, ${roleLabel(member.role).toLowerCase()}) loses every access to it and is signed out everywhere at once. Apps stay as they are.`}
      name={member.name}
      verb="Remove"
      busyVerb="Removing…"
      {...rest}
    />
  );
}
