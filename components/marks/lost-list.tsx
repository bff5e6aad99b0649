import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const LINE =
  "grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 border-b border-border-soft px-3 py-2 text-sm last:border-b-0";

/** What is lost or replaced, by name. */
export function LostList({ children }: { children: ReactNode }) {
  return <ul className="rounded-md border border-fail-line">{children}</ul>;
}

type LostLineProps = { icon: LucideIcon; name: ReactNode; children: ReactNode };

/** One thing that is lost, and below its name what becomes of it. */
export function LostLine({ icon: Icon, name, children }: LostLineProps) {
  return (
    <li className={LINE}>
      <Icon aria-hidden className="mt-0.5 text-fail" />
      <span className="min-w-0">
        <b className="block break-words">{name}</b>
        <span className="block text-muted-foreground">{children}</span>
      </span>
    </li>
  );
}
