import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { parseFields } from "../parse-fields";
import { PersonName } from "../person-name";

// The picture is shown in other people's pages: only one that is fetched encrypted and names no script.
const Profile = z.object({
  name: PersonName.optional(),
  image: z
    .url({ protocol: /^https$/, error: "Use an address that begins with https://" })
    .max(1000)
    .nullish(),
});

/** The library takes anything as a name and a picture; this takes what pages can show. */
export const profile = () =>
  ({
    id: "profile",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/update-user",
          handler: createAuthMiddleware(async (ctx) => {
            parseFields(Profile, ctx.body);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
