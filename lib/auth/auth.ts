import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { nextCookies } from "better-auth/next-js";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { authSecret } from "@/lib/secrets/auth-secret";
import { dashboardOrigins } from "@/lib/settings";
import { baseUrl } from "./base-url";
import { sessionCookie } from "./cookie";
import { hashPassword, verifyPassword } from "./password";
import { clientAddressHeader } from "./peer";
import { endPendingProofs, passwordReset } from "./plugins/password-reset";
import { accounts, sessions, users, verifications } from "./table";

const ID_PREFIX: Record<string, string> = {
  user: "usr",
  session: "ses",
  account: "acc",
  verification: "ver",
};

async function createAuth() {
  const cookie = sessionCookie();
  return betterAuth({
    appName: "Roadstead",
    baseURL: baseUrl(),
    basePath: "/api/auth",
    secret: authSecret(),
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    trustedOrigins: dashboardOrigins(),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => endPendingProofs(user.id),
    },
    // What a reset link proves is kept as a hash: who reads the database cannot use it.
    verification: { storeIdentifier: { default: "plain", overrides: { "reset-password:": "hashed" } } },
    user: { additionalFields: { instanceAdmin: { type: "boolean", required: false, input: false } } },
    // Pages and verbs look sessions up by themselves, so none is prolonged unseen: after two weeks one signs in again.
    session: {
      expiresIn: 14 * 24 * 3600,
      disableSessionRefresh: true,
      additionalFields: { activeOrganizationId: { type: "string", required: false, input: false } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      // Said outright: the library leaves its origin checks out where it believes to be under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // The interface names the cookie; the library's own switch would put a prefix before it.
      useSecureCookies: false,
      cookies: { session_token: { name: cookie.name, attributes: { secure: cookie.secure } } },
      // Sessions tell where they were begun; x-forwarded-for would be whatever the client claims.
      ipAddress: { ipAddressHeaders: [clientAddressHeader()] },
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure: cookie.secure },
      database: { generateId: ({ model }) => newId(ID_PREFIX[model] ?? model) },
    },
    hooks: {
      // The library answers a missing session with 200 and null; the interface promises 401.
      after: createAuthMiddleware(async (context) => {
        if (context.path !== "/get-session" || !context.request || context.context.returned) return;
        throw new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Sign in first." });
      }),
    },
    plugins: [passwordReset(), nextCookies()],
  });
}

type Auth = Awaited<ReturnType<typeof createAuth>>;
const shared = globalThis as typeof globalThis & { roadsteadAuth?: Promise<Auth> };

/** The auth library, set up on first use: it needs the database and its secret. */
export function getAuth(): Promise<Auth> {
  shared.roadsteadAuth ??= createAuth().catch((error) => {
    shared.roadsteadAuth = undefined;
    throw error;
  });
  return shared.roadsteadAuth;
}
