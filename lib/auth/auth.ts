import { betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { nextCookies } from "better-auth/next-js";
import { twoFactor } from "better-auth/plugins";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { secretRing } from "@/lib/secrets/ring";
import { dashboardOrigins, settings } from "@/lib/settings";
import { baseUrl } from "./base-url";
import { sessionCookie } from "./cookie";
import { DESKTOP_ROUTES, desktop } from "./desktop/plugin";
import { mcpOauth } from "./mcp-oauth/plugin";
import { hashPassword, verifyPassword } from "./password";
import { clientAddressHeader } from "./peer";
import { audit, auditGates } from "./plugins/audit";
import { invitations } from "./plugins/invitations";
import { accountHooks, linking } from "./plugins/linking";
import { membership } from "./plugins/membership";
import { organizationGate } from "./plugins/organization-gate";
import { organizations } from "./plugins/organizations";
import { passkeyRules, passkeys } from "./plugins/passkeys";
import { endPendingProofs, passwordReset } from "./plugins/password-reset";
import { passwords } from "./plugins/passwords";
import { profile } from "./plugins/profile";
import { sessionHooks, sessionIds } from "./plugins/sessions";
import { signUp, userHooks } from "./plugins/sign-up";
import { secondFactor } from "./second-factor/plugin";
import { librarySecrets } from "./secrets";
import { withCurrentSignatures } from "./signatures";
import { socialProviders } from "./social";
import { guardedAdapter } from "./store/guarded-adapter";
import { admitsZeroAuth } from "./zero-auth/admits";
import { beginLocalSession } from "./zero-auth/begin-session";

const ID_PREFIX: Record<string, string> = {
  user: "usr",
  session: "ses",
  account: "acc",
  verification: "ver",
  organization: "org",
  member: "mem",
  invitation: "inv",
  twoFactor: "twf",
  passkey: "pky",
  oauthClient: "ocl",
  oauthResource: "ore",
  oauthRefreshToken: "ort",
  oauthAccessToken: "oat",
  oauthConsent: "oco",
};

const HOUR = 3600;

// Routes of the library that nothing here needs: a provider's tokens, codes by mail, the library's own error page.
const UNUSED_ROUTES = [
  "/get-access-token",
  "/refresh-token",
  "/account-info",
  "/two-factor/send-otp",
  "/two-factor/verify-otp",
  "/error",
  "/ok",
];

// One array, written out: a plugin list that is computed loses the types of every route. A plugin's hooks run in this
// order, so the second factor takes a session back before anybody else sees it, and cookies are copied last.
const plugins = () => [
  audit(),
  secondFactor(),
  sessionIds(),
  signUp(),
  passwords(),
  passwordReset(),
  profile(),
  linking(),
  organizationGate(),
  membership(),
  invitations(),
  passkeyRules(),
  desktop(),
  twoFactor({
    issuer: "Roadstead",
    // Attempts are counted in second-factor/attempts, before they are looked at.
    accountLockout: { enabled: false },
  }),
  passkeys(),
  organizations(),
  mcpOauth(),
  nextCookies(),
];

async function createAuth() {
  const cookie = sessionCookie();
  const auth = betterAuth({
    appName: "Roadstead",
    baseURL: baseUrl(),
    basePath: "/api/auth",
    ...librarySecrets(),
    database: guardedAdapter(db()),
    trustedOrigins: dashboardOrigins(),
    disabledPaths: [...UNUSED_ROUTES, ...(settings().deployMode === "desktop" ? [] : DESKTOP_ROUTES)],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      // The library counts code units; plugins/passwords counts characters, of which some take two.
      maxPasswordLength: 256,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => endPendingProofs(user.id),
    },
    // What a reset link proves is kept as a hash: who reads the database cannot use it.
    verification: { storeIdentifier: { default: "plain", overrides: { "reset-password:": "hashed" } } },
    socialProviders: socialProviders(),
    account: {
      updateAccountOnSignIn: false,
      accountLinking: {
        // Only by a person who is signed in and asks for it, whatever address the provider knows them under.
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        // Whether another way in remains is decided where it is removed, passkeys included.
        allowUnlinkingAll: true,
      },
    },
    user: {
      additionalFields: {
        instanceAdmin: { type: "boolean", required: false, input: false },
        bannedAt: { type: "date", required: false, input: false, returned: false },
      },
    },
    // Pages and verbs look sessions up by themselves, so none is prolonged unseen: after two weeks one signs in again.
    session: { expiresIn: 14 * 24 * HOUR, freshAge: HOUR, disableSessionRefresh: true },
    databaseHooks: { user: userHooks, session: sessionHooks, account: accountHooks },
    onAPIError: { errorURL: `${baseUrl()}/sign-in`, onError: reportFailure },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { log: reportTrouble },
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
      // The library answers a missing session with 200 and null; the interface promises 401, or the local admin's.
      after: createAuthMiddleware(async (context) => {
        if (context.path !== "/get-session" || !context.request || context.context.returned) return;
        if (admitsZeroAuth(context.request.headers)) return context.json(await beginLocalSession(context));
        throw new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Sign in first." });
      }),
    },
    plugins: auditGates(plugins()),
  });
  return { ...auth, ...withCurrentSignatures(auth) };
}

/** A refusal is an answer; only what failed is told to the operator. */
function reportFailure(error: unknown): void {
  if (!isAPIError(error) || error.statusCode >= 500) console.error("the auth library failed:", error);
}

// What somebody sent that was not right; the answer says so, and anybody could fill the log with it.
const REFUSED =
  /^(Invalid |Failed to (verify|parse state)|Provider not found|Unable to link account|[a-z]+_[a-z_]+$)/;

function reportTrouble(level: string, message: string, ...rest: unknown[]): void {
  if (level === "error" && !REFUSED.test(message)) console.error(message, ...rest);
}

type Auth = Awaited<ReturnType<typeof createAuth>>;
type SetUp = { under: string; auth: Promise<Auth> };
const shared = globalThis as typeof globalThis & { roadsteadAuth?: SetUp };

/** The auth library, set up on first use, since it needs the database and its secrets, and anew when those change. */
export function getAuth(): Promise<Auth> {
  const under = secretRing()
    .all.map(({ id }) => id)
    .join();
  if (shared.roadsteadAuth?.under !== under) {
    const auth = createAuth().catch((error) => {
      shared.roadsteadAuth = undefined;
      throw error;
    });
    shared.roadsteadAuth = { under, auth };
  }
  return shared.roadsteadAuth.auth;
}
