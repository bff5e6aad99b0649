import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { dashboardOrigins, type Settings, settings } from "@/lib/settings";
import { parseFields } from "../parse-fields";
import { refuse } from "../refuse";

/**
 * Where passkeys of this instance work: bound to the host of the public URL, else to `localhost`. WebAuthn takes no
 * numbers for a host, and nothing unencrypted but localhost.
 * @returns undefined when they cannot work anywhere
 */
export function relyingParty(given: Settings = settings()): { id: string; origins: string[] } | undefined {
  const url = new URL(given.publicUrl ?? `http://localhost:${given.port}`);
  const isNumber = url.hostname.startsWith("[") || /^[\d.]+$/.test(url.hostname);
  if (isNumber || (url.protocol !== "https:" && url.hostname !== "localhost")) return undefined;
  const origins = dashboardOrigins(given).filter((origin) => {
    const { hostname } = new URL(origin);
    return hostname === url.hostname || hostname.endsWith(`.${url.hostname}`);
  });
  return { id: url.hostname, origins };
}

/**
 * Whether a page that was opened at this host can use passkeys. With a public URL that is where people are, whatever a
 * proxy writes as the host.
 */
export function passkeysWorkAt(host: string | null, given: Settings = settings()): boolean {
  const party = relyingParty(given);
  if (!party) return false;
  return given.publicUrl !== undefined || party.origins.some((origin) => new URL(origin).host === host);
}

/**
 * The host that a page was opened at. After an action that leads on, Next asks itself for the page under an address of
 * its own, and keeps what the browser asked for here. It is what a client claims: for drawing, never for trusting.
 */
export function openedHost(headers: Headers): string | null {
  return headers.get("x-forwarded-host") ?? headers.get("host");
}

/** Passkeys as the auth library serves them, with the person verified by the authenticator each time. */
export const passkeys = () => {
  const party = relyingParty();
  return passkey({
    rpName: "Roadstead",
    rpID: party?.id ?? "localhost",
    origin: party?.origins ?? [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw refuse("PASSKEY_REJECTED");
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw refuse("PASSKEY_REJECTED");
      },
    },
  });
};

const PasskeyName = z.string().trim().min(1, "Write a name.").max(60, "Use at most 60 characters.");
const NAMED: Record<string, z.ZodType> = {
  "/passkey/verify-registration": z.object({ name: PasskeyName.optional() }),
  "/passkey/update-passkey": z.object({ name: PasskeyName }),
};

/** Says why passkeys cannot work here, keeps names short, and never makes a second session in passing. */
export const passkeyRules = () =>
  ({
    id: "passkey-rules",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path?.startsWith("/passkey/") === true,
          handler: createAuthMiddleware(async (ctx) => {
            if (ctx.path.startsWith("/passkey/generate-") && !relyingParty())
              throw refuse("PASSKEYS_UNAVAILABLE");
            const shape = NAMED[ctx.path];
            if (shape) parseFields(shape, ctx.body);
            if (ctx.path === "/passkey/verify-registration")
              return { context: { body: { createSession: false } } };
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
