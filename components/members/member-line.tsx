"use client";

import { MoreHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import { TimeAgo } from "@/components/marks/time-ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { GrantChoice } from "@/lib/grants/schema";
import { mayChange, roleLabel } from "@/lib/members/rules";
import type { MemberRow, MyOrganization } from "@/lib/members/schema";
import type { MemberActions } from "./actions";
import { MemberDialogs, type Task } from "./member-dialogs";

type MemberLineProps = {
  member: MemberRow;
  here: MyOrganization;
  me: { userId: string; instanceAdmin: boolean };
  choices: readonly GrantChoice[];
  actions: MemberActions;
};

const WORDS: Record<Task, string> = {
  role: "Change role…",
  grants: "Change what they may do…",
  reset: "Make a password reset link…",
  transfer: "Hand the organization over…",
  remove: "Remove…",
  leave: "Leave…",
};

/** A member, and what the one who looks may do about them. */
export function MemberLine({ member, here, me, choices, actions }: MemberLineProps) {
  const [task, setTask] = useState<Task>();
  const trigger = useRef<HTMLButtonElement>(null);
  const tasks = tasksFor({ member, here, me });
  const isMe = member.userId === me.userId;
  function close() {
    setTask(undefined);
    // The dialog was opened by a menu that is closed by now: back to its button.
    requestAnimationFrame(() => trigger.current?.focus());
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-b border-border-soft px-5 py-3 last:border-b-0 max-md:px-4">
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <span className="truncate font-semibold">{member.name}</span>
          {isMe && <Badge variant="line">You</Badge>}
        </div>
        <p className="truncate text-xs text-muted-foreground">
          {member.email}
          <span className="max-md:hidden">
            {" "}
            · joined <TimeAgo at={member.joinedAt} />
          </span>
        </p>
      </div>
      <Badge variant={member.role === "owner" ? "primary" : "plain"}>{roleLabel(member.role)}</Badge>
      <DropdownMenu>
        <DropdownMenuTrigger asChild disabled={tasks.length === 0}>
          <Button ref={trigger} variant="ghost" size="icon-sm" aria-label={`Actions for ${member.name}`}>
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {tasks.map((entry) => (
            <div key={entry}>
              {(entry === "remove" || entry === "leave") && tasks.length > 1 && <DropdownMenuSeparator />}
              <DropdownMenuItem
                className={entry === "remove" || entry === "leave" ? "text-fail" : undefined}
                onSelect={() => setTask(entry)}
              >
                {WORDS[entry]}
              </DropdownMenuItem>
            </div>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <MemberDialogs
        task={task}
        member={member}
        here={here}
        choices={choices}
        actions={actions}
        close={close}
      />
    </li>
  );
}

function tasksFor({ member, here, me }: Omit<MemberLineProps, "actions" | "choices">): Task[] {
  if (member.userId === me.userId) return ["leave"];
  if (!mayChange(here.role, member.role)) return [];
  return [
    "role",
    // With the role of an owner comes everything.
    ...(member.role === "owner" ? [] : (["grants"] as const)),
    ...(me.instanceAdmin ? (["reset"] as const) : []),
    ...(here.role === "owner" && member.role !== "owner" ? (["transfer"] as const) : []),
    "remove",
  ];
}
