import { Card, CardHeader } from "@/components/ui/card";
import type { GrantChoice } from "@/lib/grants/schema";
import type { MemberRow, MyOrganization } from "@/lib/members/schema";
import type { MemberActions } from "./actions";
import { MemberLine } from "./member-line";

type MembersCardProps = {
  members: MemberRow[];
  here: MyOrganization;
  me: { userId: string; instanceAdmin: boolean };
  choices: readonly GrantChoice[];
  actions: MemberActions;
};

/** Everybody who belongs to the organization. */
export function MembersCard({ members, here, me, choices, actions }: MembersCardProps) {
  return (
    <Card aria-labelledby="members-title">
      <CardHeader>
        <div>
          <h2 id="members-title">Members</h2>
          <p className="text-xs text-muted-foreground">
            {members.length === 1 ? "One person belongs" : `${members.length} people belong`} to {here.name}.
          </p>
        </div>
      </CardHeader>
      <ul>
        {members.map((member) => (
          <MemberLine
            key={member.id}
            member={member}
            here={here}
            me={me}
            choices={choices}
            actions={actions}
          />
        ))}
      </ul>
    </Card>
  );
}
