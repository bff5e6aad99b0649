"use client";

import { useNow, useTimeZone } from "./use-now";
import { ago, since } from "./words";

type TimeAgoProps = { at: string; form?: "ago" | "since"; everyMs?: number };

/** A time as people say it, with the exact time on hover. */
export function TimeAgo({ at, form = "ago", everyMs = 10_000 }: TimeAgoProps) {
  const now = useNow(everyMs);
  const timeZone = useTimeZone();
  const exact = new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone });
  // The server's clock was read a moment before the browser's: the words may differ by a second.
  return (
    <time dateTime={at} title={exact} suppressHydrationWarning className="whitespace-nowrap">
      {form === "ago" ? ago(Date.parse(at), now) : since(Date.parse(at), now)}
    </time>
  );
}
