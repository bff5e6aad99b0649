import type { Route } from "next";

/** Where to go after signing in: a path of this instance; anything that a browser reads as another site is the catalog. */
export function internalPath(wanted: unknown): Route {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/apps";
  try {
    const base = "http://roadstead.invalid";
    const url = new URL(wanted, base);
    // A browser drops tabs and line breaks and reads \ as /, and so does URL: what it makes of it is what counts.
    if (url.origin !== base || url.pathname.startsWith("//")) return "/apps";
    return `${url.pathname}${url.search}${url.hash}` as Route;
  } catch {
    return "/apps";
  }
}
