"use client";

import { Badge } from "@/components/ui/badge";
import { usePendingProposals } from "./live";

/** How many proposals wait for a decision; nothing when none does. */
export function PendingCount() {
  const count = usePendingProposals().length;
  if (count === 0) return null;
  return (
    <Badge variant="primary" className="ml-auto font-semibold tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </Badge>
  );
}
