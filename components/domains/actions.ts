import type { NewDomain } from "@/lib/domains/schema";

type Issue = { path: string; message: string };
export type Outcome = { ok: true } | { ok: false; message: string; issues?: Issue[] };

/** What a page lets people do with the domains of its project. */
export type DomainActions = {
  add: (domain: NewDomain) => Promise<Outcome>;
  check: (domainId: string) => Promise<Outcome>;
  remove: (domainId: string) => Promise<Outcome>;
};

export const UNREACHABLE = {
  ok: false as const,
  message: "The server did not answer. Try again in a moment.",
};
