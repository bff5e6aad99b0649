import { CircleAlert } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";

type SaveBarProps = {
  label: string;
  cancelHref: Route;
  /** Errors of the text as it is now. */
  errors: number;
  failure: string | undefined;
  busy: boolean;
  save: () => void;
};

/** Sticks to the lower edge: what stands in the way, and Save. */
export function SaveBar({ label, cancelHref, errors, failure, busy, save }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-15 -mx-8 mt-6 -mb-16 flex items-center justify-between gap-4 border-t bg-background px-8 py-3.5 max-md:bottom-14 max-md:-mx-4 max-md:mt-5 max-md:-mb-8 max-md:flex-wrap max-md:px-4 max-md:py-2.5">
      <Button asChild>
        <Link href={cancelHref}>Cancel</Link>
      </Button>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-3">
        {(failure || errors > 0) && (
          <span role={failure ? "alert" : undefined} className="flex items-start gap-1.5 text-xs text-fail">
            <CircleAlert aria-hidden className="mt-px size-3.5" />
            <span className="min-w-0 break-words">
              {failure ?? `${counted(errors, "error")} to mend first`}
            </span>
          </span>
        )}
        <Button variant="primary" className="max-md:flex-1" disabled={busy} onClick={save}>
          {busy ? "Saving…" : label}
        </Button>
      </div>
    </div>
  );
}
