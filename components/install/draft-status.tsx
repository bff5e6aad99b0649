import { Check, CircleAlert } from "lucide-react";
import { TimeAgo } from "@/components/marks/time-ago";
import type { DraftStatus } from "./use-draft";

/** Whether what was typed is kept, and since when. */
export function DraftNote({ status, partly }: { status: DraftStatus; partly: boolean }) {
  return (
    <span role="status" className="flex min-h-5 items-center gap-2 text-sm text-muted-foreground">
      {status.state === "saving" && "Saving the draft…"}
      {status.state === "saved" && (
        <>
          <Check aria-hidden className="size-3.5" />
          <span>
            Draft saved <TimeAgo at={status.at} everyMs={2_000} />
            {partly && ", without what is still to fix"}
          </span>
        </>
      )}
      {status.state === "failed" && (
        <span className="flex items-start gap-1.5 text-fail">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5" />
          <span className="max-w-[44ch]">Draft not saved: {status.message}</span>
        </span>
      )}
    </span>
  );
}
