import { boolean, foreignKey, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { Narrowing } from "@/lib/access/narrow";
import { members, sessions, users } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";

/** Programs that asked to act for people, by dynamic registration (RFC 7591). The shape is the auth library's. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: id("ocl"),
    clientId: text().notNull().unique(),
    clientSecret: text(),
    clientDiscoveryId: text(),
    disabled: boolean().default(false),
    skipConsent: boolean(),
    enableEndSession: boolean(),
    subjectType: text(),
    scopes: text().array(),
    clientCredentialsScopes: text().array(),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    createdAt: at().defaultNow(),
    updatedAt: at().defaultNow(),
    name: text(),
    uri: text(),
    icon: text(),
    contacts: text().array(),
    tos: text(),
    policy: text(),
    softwareId: text(),
    softwareVersion: text(),
    softwareStatement: text(),
    redirectUris: text().array().notNull(),
    postLogoutRedirectUris: text().array(),
    backchannelLogoutUri: text(),
    backchannelLogoutSessionRequired: boolean(),
    tokenEndpointAuthMethod: text(),
    applicationType: text(),
    jwks: text(),
    jwksUri: text(),
    grantTypes: text().array(),
    responseTypes: text().array(),
    requirePKCE: boolean("require_pkce"),
    dpopBoundAccessTokens: boolean().default(false),
    referenceId: text(),
    metadata: jsonb(),
  },
  (t) => [index().on(t.userId)],
);

export const oauthResources = pgTable("oauth_resources", {
  id: id("ore"),
  identifier: text().notNull().unique(),
  name: text().notNull(),
  accessTokenTtl: integer(),
  refreshTokenTtl: integer(),
  signingAlgorithm: text(),
  signingKeyId: text(),
  allowedScopes: text().array(),
  customClaims: jsonb(),
  dpopBoundAccessTokensRequired: boolean().default(false),
  disabled: boolean().default(false),
  createdAt: at().defaultNow(),
  updatedAt: at().defaultNow(),
  policyVersion: integer().default(1),
  metadata: jsonb(),
});

export const oauthClientResources = pgTable(
  "oauth_client_resources",
  {
    id: id("ocr"),
    clientId: text()
      .notNull()
      .references(() => oauthClients.clientId, { onDelete: "cascade" }),
    resourceId: text()
      .notNull()
      .references(() => oauthResources.identifier, { onDelete: "cascade" }),
    metadata: jsonb(),
    createdAt: at().defaultNow(),
  },
  (t) => [index().on(t.clientId), index().on(t.resourceId)],
);

/** `token` is a hash, as in every table here. */
export const oauthRefreshTokens = pgTable(
  "oauth_refresh_tokens",
  {
    id: id("ort"),
    token: text().notNull().unique(),
    clientId: text()
      .notNull()
      .references(() => oauthClients.clientId, { onDelete: "cascade" }),
    sessionId: text().references(() => sessions.id, { onDelete: "set null" }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    referenceId: text(),
    authorizationCodeId: text(),
    resources: text().array(),
    requestedUserInfoClaims: text().array(),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
    revoked: at(),
    rotatedAt: at(),
    rotationReplayResponse: text(),
    rotationReplayExpiresAt: at(),
    authTime: at(),
    confirmation: jsonb(),
    scopes: text().array().notNull(),
  },
  (t) => [
    index().on(t.clientId),
    index().on(t.userId),
    index().on(t.sessionId),
    index().on(t.authorizationCodeId),
  ],
);

export const oauthAccessTokens = pgTable(
  "oauth_access_tokens",
  {
    id: id("oat"),
    token: text().notNull().unique(),
    clientId: text()
      .notNull()
      .references(() => oauthClients.clientId, { onDelete: "cascade" }),
    sessionId: text().references(() => sessions.id, { onDelete: "set null" }),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    referenceId: text(),
    authorizationCodeId: text(),
    resources: text().array(),
    requestedUserInfoClaims: text().array(),
    refreshId: text().references(() => oauthRefreshTokens.id, { onDelete: "cascade" }),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
    revoked: at(),
    confirmation: jsonb(),
    scopes: text().array().notNull(),
  },
  (t) => [
    index().on(t.clientId),
    index().on(t.userId),
    index().on(t.sessionId),
    index().on(t.authorizationCodeId),
    index().on(t.refreshId),
  ],
);

export const oauthConsents = pgTable(
  "oauth_consents",
  {
    id: id("oco"),
    clientId: text()
      .notNull()
      .references(() => oauthClients.clientId, { onDelete: "cascade" }),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    referenceId: text(),
    resources: text().array(),
    requestedUserInfoClaims: text().array(),
    scopes: text().array().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.clientId), index().on(t.userId)],
);

export const oauthClientAssertions = pgTable("oauth_client_assertions", {
  id: id("oca"),
  expiresAt: at().notNull(),
});

/** What a person let a client do for them; gone with the membership, and without it the client may do nothing. */
export const mcpBindings = pgTable(
  "mcp_bindings",
  {
    id: id("bnd"),
    clientId: text()
      .notNull()
      .references(() => oauthClients.clientId, { onDelete: "cascade" }),
    organizationId: text().notNull(),
    userId: text().notNull(),
    readOnly: boolean().notNull(),
    // A change is put before the person, and done when they approve it
    propose: boolean().notNull().default(false),
    // null: all that the person may do; a list: those grants only, as far as the person still holds them
    grants: jsonb().$type<Narrowing>(),
    lastUsedAt: at(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.clientId, t.userId),
    index().on(t.userId),
    foreignKey({
      name: "mcp_bindings_member_fk",
      columns: [t.organizationId, t.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete("cascade"),
  ],
);
