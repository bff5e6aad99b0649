import type { Role } from "@/lib/access/permissions";
import type { GivenGrant } from "@/lib/grants/schema";

export type Outcome = { ok: true } | { ok: false; message: string };

export type InviteOutcome = { email: string; role: Role } & (
  | { ok: true; url: string; mailed: boolean }
  | { ok: false; message: string; wrong?: string }
);

/** What the members page hands to its parts. */
export type MemberActions = {
  changeRole: (memberId: string, role: Role) => Promise<Outcome>;
  remove: (memberId: string) => Promise<Outcome>;
  transfer: (memberId: string) => Promise<Outcome>;
  leave: () => Promise<Outcome>;
  showGrants: (
    memberId: string,
  ) => Promise<{ ok: true; grants: GivenGrant[] } | { ok: false; message: string }>;
  replaceGrants: (memberId: string, grants: GivenGrant[]) => Promise<Outcome>;
  resetLink: (memberId: string) => Promise<{ ok: true; url: string } | { ok: false; message: string }>;
};
