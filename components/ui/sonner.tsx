"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { Toaster as Sonner } from "sonner";

/** Where short messages appear; what must not be missed stands in the page as well. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      mobileOffset={{ bottom: 72 }}
      icons={{
        error: <CircleAlert aria-hidden className="text-fail-mark" />,
        success: <CircleCheck aria-hidden className="text-ok-mark" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-2.5 rounded-lg border bg-popover p-3.5 text-sm text-foreground shadow-(--shadow-pop) md:w-[400px]",
          icon: "pt-0.5",
          title: "font-semibold",
          description: "text-muted-foreground",
          actionButton: "h-7 rounded-md border bg-card px-2.5 text-sm font-semibold hover:bg-hover",
        },
      }}
    />
  );
}
