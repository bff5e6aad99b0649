import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { DBAdapter, Where } from "better-auth/types";
import type { Role } from "@/lib/access/permissions";
import type { Database, Transaction } from "@/lib/db/client";
import { mcpAddress } from "@/lib/mcp-clients/address";
import {
  oauthAccessTokens,
  oauthClientAssertions,
  oauthClientResources,
  oauthClients,
  oauthConsents,
  oauthRefreshTokens,
  oauthResources,
} from "@/lib/mcp-clients/table";
import {
  accounts,
  invitations,
  members,
  organizations,
  passkeys,
  sessions,
  twoFactors,
  users,
  verifications,
} from "../table";
import { addMember, changeRole, removeMember } from "./members";
import { admitIssuance, type Issued, isIssued } from "./oauth-tokens";
import { removeOrganization } from "./organizations";
import { removeAccount, removePasskey } from "./sign-in-methods";

const SCHEMA = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  organization: organizations,
  member: members,
  invitation: invitations,
  twoFactor: twoFactors,
  passkey: passkeys,
  oauthClient: oauthClients,
  oauthResource: oauthResources,
  oauthClientResource: oauthClientResources,
  oauthRefreshToken: oauthRefreshTokens,
  oauthAccessToken: oauthAccessTokens,
  oauthConsent: oauthConsents,
  oauthClientAssertion: oauthClientAssertions,
};

/**
 * The auth library's access to the database, where what must hold whatever route is taken is kept in one transaction:
 * memberships and their grants, the last owner, the last way to sign in, an authenticator in use, blocked people, and
 * what AI clients get tokens for.
 */
export function guardedAdapter(on: Database | Transaction): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const inner = drizzleAdapter(on, { provider: "pg", schema: SCHEMA })(options);
    const removals: Record<string, (id: string) => Promise<void>> = {
      member: (id) => removeMember(on, id),
      organization: (id) => removeOrganization(on, id),
      passkey: (id) => removePasskey(on, id),
      account: (id) => removeAccount(on, id),
    };
    const guarded: Pick<DBAdapter, "findOne" | "create" | "update" | "delete" | "transaction"> = {
      // A blocked person's session is none, on every route of the library.
      findOne: async (wanted) => {
        const row = await inner.findOne<{ user?: { bannedAt?: Date | null } }>(wanted);
        return (wanted.model === "session" && row?.user?.bannedAt ? null : row) as never;
      },
      create: (wanted) => {
        if (wanted.model === "member") return addMember(on, wanted.data as never) as Promise<never>;
        if (!isIssued(wanted.model)) return inner.create(wanted as never);
        return on.transaction(async (tx) => {
          await admitIssuance(tx, wanted.data as unknown as Issued, mcpAddress());
          return drizzleAdapter(tx, { provider: "pg", schema: SCHEMA })(options).create(wanted as never);
        });
      },
      update: (wanted) => {
        if (wanted.model === "member") {
          const role = wanted.update.role as Role;
          return changeRole(on, idIn(wanted.where), role).then((row) => row ?? null) as Promise<never>;
        }
        // A set-up that is begun again while its first code is being checked must not replace what was just enabled.
        const restarts = wanted.model === "twoFactor" && "secret" in wanted.update;
        const where = restarts ? [...wanted.where, { field: "verified", value: false }] : wanted.where;
        return inner.update({ ...wanted, where });
      },
      delete: (wanted) => removals[wanted.model]?.(idIn(wanted.where)) ?? inner.delete(wanted),
      transaction: (run) => on.transaction((tx) => run(guardedAdapter(tx)(options))),
    };
    return { ...inner, ...guarded };
  };
}

function idIn(where: Where[]): string {
  const id = where.find(({ field }) => field === "id")?.value;
  if (typeof id !== "string" || where.length !== 1) throw new Error("this row is addressed by its id only");
  return id;
}
