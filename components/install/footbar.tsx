import { ArrowRight, CircleAlert } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Button } from "@/components/ui/button";

type FootbarProps = {
  cancelHref: Route;
  /** Labels of the fields to fix, once they were asked for. */
  wrong: readonly string[];
  next: string;
};

/** Sticks to the lower edge: what is left to fix, and on to the next step. */
export function Footbar({ cancelHref, wrong, next }: FootbarProps) {
  return (
    <div className="sticky bottom-0 z-15 -mx-8 mt-6 -mb-16 flex items-center justify-between gap-4 border-t bg-background px-8 py-3.5 max-md:bottom-14 max-md:-mx-4 max-md:mt-5 max-md:-mb-8 max-md:flex-wrap max-md:px-4 max-md:py-2.5">
      <Button asChild>
        <Link href={cancelHref}>Cancel</Link>
      </Button>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-3">
        <span role="status" className="flex items-start gap-1.5 text-xs text-fail">
          {wrong.length > 0 && (
            <>
              <CircleAlert aria-hidden className="mt-px size-3.5" />
              {wrong.length === 1 ? "One field to fix" : `${wrong.length} fields to fix`}:{" "}
              {wrong.slice(0, 3).join(", ")}
              {wrong.length > 3 && " and more"}
            </>
          )}
        </span>
        <Button type="submit" variant="primary" className="max-md:flex-1">
          {next}
          <ArrowRight aria-hidden />
        </Button>
      </div>
    </div>
  );
}
