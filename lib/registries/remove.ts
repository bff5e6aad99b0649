import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { forgetAuthorizations } from "@/lib/registry";
import { registryCredentials } from "@/lib/registry/table";
import { RegistryId } from "./schema";
import { onRegistry } from "./stored";

export const removeRegistry = operation({
  id: "registries.remove",
  rest: "DELETE /api/registries/{registryId}",
  summary: "Forget how to sign in to a registry; what was read with it is forgotten too.",
  permission: "organization:admin",
  on: onRegistry,
  input: z.object({ registryId: RegistryId }),
  output: z.void(),
  status: 204,
  async run(_caller, { registryId }) {
    const [gone] = await db()
      .delete(registryCredentials)
      .where(eq(registryCredentials.id, registryId))
      .returning({ id: registryCredentials.id });
    if (!gone) throw new Refusal("NOT_FOUND");
    forgetAuthorizations();
  },
});
