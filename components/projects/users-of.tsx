"use client";

import { Unplug } from "lucide-react";
import { type ReactNode, useId } from "react";
import { counted, listed } from "@/components/marks/words";
import { Checkbox } from "@/components/ui/checkbox";
import type { Project } from "@/lib/projects/schema";

type UsersOfProps = {
  usedBy: Project["usedBy"];
  /** What becomes of them, after their names. */
  children: ReactNode;
  agreement: string;
  agreed: boolean;
  setAgreed: (yes: boolean) => void;
};

/** Who uses a project, by name, what becomes of them, and the box to tick that they may. */
export function UsersOf({ usedBy, children, agreement, agreed, setAgreed }: UsersOfProps) {
  const id = useId();
  const known = usedBy.flatMap((user) => user?.name ?? []);
  const hidden = usedBy.length - known.length;
  const names = [...known, ...(hidden > 0 ? [`${counted(hidden, "project")} that you may not see`] : [])];
  return (
    <div className="rounded-md border border-fail-line px-3 py-2.5 text-sm">
      <p className="flex gap-2.5">
        <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-fail" />
        <span className="min-w-0">
          <b>{listed(names)}</b> {children}
        </span>
      </p>
      <label className="mt-2.5 flex items-center gap-2.5" htmlFor={id}>
        <Checkbox id={id} checked={agreed} onCheckedChange={(yes) => setAgreed(yes === true)} />
        <span>{agreement}</span>
      </label>
    </div>
  );
}
