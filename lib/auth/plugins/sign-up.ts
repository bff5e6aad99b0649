import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { signUpClosed } from "../sign-up-closed";
import { createFirstOrganization } from "../store/organizations";

/** Refuses sign-up before the library looks anything up: its answer would tell whether the address is taken. */
export const signUp = () =>
  ({
    id: "sign-up",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/sign-up/email" && signUpClosed(),
          handler: createAuthMiddleware(async () => {
            throw refuse("SIGNUP_DISABLED");
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

/**
 * Whatever route would make a person through the library meets this last gate; invitations do not pass here.
 * On the cloud a new person begins with an organization of their own.
 */
export const userHooks: NonNullable<BetterAuthOptions["databaseHooks"]>["user"] = {
  create: {
    before: async () => {
      if (signUpClosed()) throw refuse("SIGNUP_DISABLED");
    },
    after: async (user) => {
      await createFirstOrganization(db(), user);
    },
  },
};
