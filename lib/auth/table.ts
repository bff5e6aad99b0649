import { boolean, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { at, id } from "@/lib/db/columns";

/** People. The shape is the auth library's; `instanceAdmin` is ours. */
export const users = pgTable("users", {
  id: id("usr"),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  instanceAdmin: boolean().notNull().default(false),
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

/** The role is a label; what a member may do stands in `grants`. */
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
