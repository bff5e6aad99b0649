import { oauthProvider } from "@better-auth/oauth-provider";
import type { AuthContext, BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, dispatchAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { mcpAddress, mcpSignInOff } from "@/lib/mcp-clients/address";
import { ACCESS_PREFIX, REFRESH_PREFIX } from "@/lib/mcp-clients/credential";
import { authorizationServerMetadata, protectedResourceMetadata, SCOPES } from "@/lib/mcp-clients/metadata";
import { registerClient } from "@/lib/mcp-clients/registration/register";
import { hashOf } from "@/lib/tokens/secret";
import { refuse } from "../refuse";
import {
  authorizationRequest,
  CONSENT_PAGE,
  consentRequest,
  redirecting,
  startLocalSession,
} from "./authorize";
import { describeToken } from "./describe-token";
import { oauthError, requireOurResource, spokenRightly } from "./token";

const DAY_S = 24 * 3600;
const READ_CONSENT = "/mcp/consent-request";
const ANSWER_CONSENT = "/mcp/consent";

const provider = () =>
  oauthProvider({
    loginPage: CONSENT_PAGE,
    consentPage: CONSENT_PAGE,
    scopes: [...SCOPES],
    resources: [mcpAddress()],
    enforcePerClientResources: false,
    grantTypes: ["authorization_code", "refresh_token"],
    disableJwtPlugin: true,
    storeTokens: { hash: async (token) => hashOf(token) },
    prefix: { opaqueAccessToken: ACCESS_PREFIX, refreshToken: REFRESH_PREFIX },
    accessTokenExpiresIn: 3600,
    refreshTokenExpiresIn: 30 * DAY_S,
  });

/**
 * Lets AI clients act for people (OAuth 2.1, as MCP asks for it). The library's provider does the work behind the
 * interface's own routes. Its own are not mounted: what is not listed here does not exist.
 */
export const mcpOauth = () => {
  const { id, version, options, schema, init, hooks, endpoints } = provider();
  const { oauth2Authorize, oauth2Token, oauth2Consent } = endpoints;
  const ofConsent = ({ path }: { path?: string }) => path === READ_CONSENT || path === ANSWER_CONSENT;
  return {
    id,
    version,
    options,
    schema,
    // Without the provider's hooks on sessions: what a client was allowed does not end with the browser's session.
    init: async (ctx: AuthContext) => void (await init(ctx)),
    hooks: { before: hooks.before.map(({ handler }) => ({ handler, matcher: ofConsent })) },
    endpoints: {
      mcpServerMetadata: createAuthEndpoint("/.well-known/oauth-authorization-server", SHOW, async (ctx) => {
        requireDescribed();
        return ctx.json(authorizationServerMetadata());
      }),
      mcpResourceMetadata: createAuthEndpoint("/.well-known/oauth-protected-resource", SHOW, async (ctx) => {
        requireDescribed();
        return ctx.json(protectedResourceMetadata());
      }),
      /** The authorization endpoint (RFC 6749, section 3.1). It gives nothing away: a person is asked next. */
      mcpAuthorize: createAuthEndpoint("/mcp/authorize", { method: "GET" }, async (ctx) => {
        requireOn();
        await startLocalSession(ctx);
        const query = authorizationRequest(ctx.query ?? {});
        const asked = within(ctx, { query, authorizeSettings: { isAuthorize: true } });
        return redirecting(ctx, () => dispatchAuthEndpoint(oauth2Authorize, asked));
      }),
      /** The token endpoint (RFC 6749, section 3.2). */
      mcpToken: createAuthEndpoint("/mcp/token", TOKEN, async (ctx) => {
        requireOn();
        await requireOurResource(ctx);
        return spokenRightly(() => dispatchAuthEndpoint(oauth2Token, within(ctx)));
      }),
      /** Dynamic registration (RFC 7591). */
      mcpRegister: createAuthEndpoint("/mcp/register", REGISTER, async (ctx) => {
        requireOn();
        const made = await registerClient(ctx.body);
        if (!made.ok) throw oauthError(made.error, made.description);
        ctx.setStatus(201);
        return ctx.json(made.client);
      }),
      /** What an access token stands for at this moment. */
      mcpGetSession: createAuthEndpoint("/mcp/get-session", SHOW, async (ctx) => {
        requireOn();
        return ctx.json(await describeToken(ctx.headers ?? new Headers()));
      }),
      /** What a person is asked, for the consent page. Its signature is verified before. */
      mcpConsentRequest: createAuthEndpoint(READ_CONSENT, READ, async (ctx) =>
        ctx.json(consentRequest(ctx.body.oauth_query)),
      ),
      /** What the person answered, for the consent page's own action. */
      mcpConsent: createAuthEndpoint(ANSWER_CONSENT, CONSENT, async (ctx) =>
        dispatchAuthEndpoint(oauth2Consent, within(ctx)),
      ),
    },
  } satisfies BetterAuthPlugin;
};

const TOKEN = {
  method: "POST" as const,
  cloneRequest: true,
  metadata: { noStore: true, allowedMediaTypes: ["application/x-www-form-urlencoded"] },
};
const REGISTER = { method: "POST" as const, metadata: { noStore: true } };
const SHOW = { method: "GET" as const, metadata: { noStore: true } };
// Called by the consent page itself; no route leads there.
const READ = {
  method: "POST" as const,
  body: z.object({ oauth_query: z.string() }),
  metadata: { SERVER_ONLY: true as const },
};
const CONSENT = { ...READ, body: READ.body.extend({ accept: z.boolean() }) };

/** @throws APIError MCP_SIGN_IN_OFF where codes and tokens would pass in the open */
function requireOn(): void {
  const message = mcpSignInOff();
  if (message) throw refuse("MCP_SIGN_IN_OFF", { message });
}

/** A client that finds no description looks no further. @throws APIError NOT_FOUND */
function requireDescribed(): void {
  const message = mcpSignInOff();
  if (message) throw refuse("NOT_FOUND", { message });
}

function within<T extends GenericEndpointContext, M extends object>(ctx: T, more?: M) {
  return { ...ctx, asResponse: false, returnHeaders: false, returnStatus: false, ...more };
}
