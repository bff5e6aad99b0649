import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { callerOf } from "./caller-of";

/** The caller of a server action, looked up once per request. @throws Refusal as `callerOf` does */
export const callerFromCookies: () => Promise<Caller> = cache(async () => callerOf(await headers()));

/**
 * The caller of a page; one who is not signed in goes to sign in and comes back to `here`.
 * @param here the internal path to return to
 */
export async function requireCaller(here = "/"): Promise<Caller> {
  try {
    return await callerFromCookies();
  } catch (error) {
    if (error instanceof Refusal && error.code === "UNAUTHORIZED") {
      redirect(here === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(here)}`);
    }
    throw error;
  }
}
