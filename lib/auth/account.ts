import { getAuth } from "./auth";
import { refusalFrom } from "./library-errors";
import { hasSecondFactor } from "./second-factor/untold";

/** How a person gets in, and where they are signed in, as their own security page shows it. Times are ISO 8601. */
type Account = {
  hasPassword: boolean;
  twoFactor: boolean;
  /** Of providers, also of those that are not set up any more. */
  connected: { id: string; provider: string; connectedAt: string }[];
  passkeys: { id: string; name: string | null; createdAt: string | null }[];
  sessions: Session[];
};

type Session = {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: string;
  /** To five minutes. */
  lastUsedAt: string;
  current: boolean;
};

type SessionRow = Pick<Session, "id" | "userAgent" | "ipAddress" | "current"> & {
  createdAt: Date;
  updatedAt: Date;
};

/** The account of whom these headers belong to. @throws Refusal UNAUTHORIZED, AUTH_UNAVAILABLE */
export async function showAccount(headers: Headers): Promise<Account> {
  try {
    const { api } = await getAuth();
    const [session, accounts, passkeys, sessions] = await Promise.all([
      api.getSession({ headers }),
      api.listUserAccounts({ headers }),
      api.listPasskeys({ headers }),
      api.listSessions({ headers }),
    ]);
    return {
      hasPassword: accounts.some(({ providerId }) => providerId === "credential"),
      connected: accounts
        .filter(({ providerId }) => providerId !== "credential")
        .map(({ id, providerId, createdAt }) => ({
          id,
          provider: providerId,
          connectedAt: new Date(createdAt).toISOString(),
        })),
      twoFactor: session !== null && hasSecondFactor(session.user),
      passkeys: passkeys.map(({ id, name, createdAt }) => ({
        id,
        name: name ?? null,
        createdAt: createdAt ? new Date(createdAt).toISOString() : null,
      })),
      // Our own hook answers this route with rows of its own.
      sessions: (sessions as unknown as SessionRow[]).map((row) => ({
        id: row.id,
        userAgent: row.userAgent,
        ipAddress: row.ipAddress,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.updatedAt.toISOString(),
        current: row.current,
      })),
    };
  } catch (cause) {
    throw refusalFrom(cause);
  }
}
