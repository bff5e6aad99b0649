"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";

/** A filter that stands in the address, so that it survives a reload and can be sent to somebody. */
export function useUrlFilter(name: string): [value: string, set: (value: string) => void] {
  const query = useSearchParams();
  const [value, setValue] = useState(query.get(name) ?? "");
  function set(next: string) {
    setValue(next);
    const address = new URL(window.location.href);
    if (next) address.searchParams.set(name, next);
    else address.searchParams.delete(name);
    window.history.replaceState(null, "", `${address.pathname}${address.search}`);
  }
  return [value, set];
}
