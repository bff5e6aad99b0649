import { and, eq, ne, sql } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { sealSecret } from "@/lib/secrets/seal";
import { createFirstOrganization } from "../store/organizations";
import { accounts, users } from "../table";
import { LOCAL_ADMIN } from "../zero-auth/local-admin";
import type { CloudPerson } from "./cloud";
import type { MayMake } from "./hand-offs";

const PROVIDER = "cloud";

/**
 * The person here who has this cloud account. The cloud's token is kept with the account, encrypted, and no answer
 * carries it.
 * @param mayMake for whom a person is made who is not known here: anybody, for a sign-in that the desktop app began
 * @returns the person's id
 * @throws Refusal SIGNUP_DISABLED when nobody has this account, ACCOUNT_EXISTS when somebody here has its address
 * without it: an address alone opens no account
 */
export async function personOfCloud(cloud: CloudPerson, mayMake: MayMake): Promise<string> {
  return db().transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${users} IN EXCLUSIVE MODE`);
    const isTheirs = and(eq(accounts.providerId, PROVIDER), eq(accounts.accountId, cloud.id));
    const [known] = await tx.select({ id: accounts.userId }).from(accounts).where(isTheirs);
    if (known) {
      const accessToken = sealed(cloud, known.id);
      await tx.update(accounts).set({ accessToken, updatedAt: new Date() }).where(isTheirs);
      return known.id;
    }
    if (mayMake === "nobody") throw new Refusal("SIGNUP_DISABLED");
    const [namesake] = await tx.select({ id: users.id }).from(users).where(eq(users.email, cloud.email));
    if (namesake) throw new Refusal("ACCOUNT_EXISTS");
    const [someone] = await tx.select({ id: users.id }).from(users).where(ne(users.id, LOCAL_ADMIN)).limit(1);
    if (someone && mayMake === "first") throw new Refusal("SIGNUP_DISABLED");
    const [user] = await tx
      .insert(users)
      .values({ name: cloud.name, email: cloud.email, emailVerified: true, instanceAdmin: !someone })
      .returning({ id: users.id, name: users.name });
    if (!user) throw new Error("an insert returned no row");
    await tx.insert(accounts).values({
      accountId: cloud.id,
      providerId: PROVIDER,
      userId: user.id,
      accessToken: sealed(cloud, user.id),
    });
    await createFirstOrganization(tx, user);
    return user.id;
  });
}

const sealed = ({ accessToken }: CloudPerson, userId: string) =>
  sealSecret(accessToken, { projectId: userId, service: PROVIDER, key: "access token" });
