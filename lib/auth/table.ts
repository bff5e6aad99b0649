import { bigint, boolean, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { at, id } from "@/lib/db/columns";

/** People. The shape is the auth library's; `instanceAdmin` and `bannedAt` are ours. */
export const users = pgTable("users", {
  id: id("usr"),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  instanceAdmin: boolean().notNull().default(false),
  twoFactorEnabled: boolean().notNull().default(false),
  bannedAt: at(), // null: may sign in
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

export const sessions = pgTable(
  "sessions",
  {
    id: id("ses"),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    activeOrganizationId: text(),
    expiresAt: at().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.userId)],
);

/** Ways to sign in. `password` is an Argon2id hash. */
export const accounts = pgTable(
  "accounts",
  {
    id: id("acc"),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: at(),
    refreshTokenExpiresAt: at(),
    scope: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.userId), unique().on(t.providerId, t.accountId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: id("ver"),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.identifier)],
);

export const organizations = pgTable("organizations", {
  id: id("org"),
  name: text().notNull(),
  slug: text().notNull().unique(),
  logo: text(),
  metadata: text(),
  createdAt: at().notNull().defaultNow(),
});

/** The role is a label; what a member may do stands in `grants`. Written by `store/members.ts` only. */
export const members = pgTable(
  "members",
  {
    id: id("mem"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["owner", "admin", "member", "restricted"] }).notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.organizationId, t.userId), index().on(t.userId)],
);

/** Who was asked to join. The id is the secret of the link: whoever has it may accept as the invited address. */
export const invitations = pgTable(
  "invitations",
  {
    id: id("inv"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    email: text().notNull(),
    role: text({ enum: ["owner", "admin", "member", "restricted"] }).notNull(),
    status: text({ enum: ["pending", "accepted", "rejected", "canceled"] })
      .notNull()
      .default("pending"),
    inviterId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.organizationId), index().on(t.email)],
);

/** A person's authenticator. Secret and recovery codes are encrypted by the auth library under the auth secret. */
export const twoFactors = pgTable("two_factors", {
  id: id("twf"),
  userId: text()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  verified: boolean().notNull().default(false), // false: set-up has begun, and protects nothing yet
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: at(),
  lastUsedStep: integer(), // the 30-second step of the newest code that was used; that one and older are spent
});

export const passkeys = pgTable(
  "passkeys",
  {
    id: id("pky"),
    name: text(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    publicKey: text().notNull(),
    credentialID: text("credential_id").notNull().unique(),
    counter: bigint({ mode: "number" }).notNull(), // unsigned, 32 bits
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.userId)],
);
