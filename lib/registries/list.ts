import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { registryCredentials } from "@/lib/registry/table";
import { RegistryRow } from "./schema";
import { onOrganization, toRegistryRow } from "./stored";

export const listRegistries = operation({
  id: "registries.list",
  rest: "GET /api/registries",
  summary: "List the registries that the organization signs in to, and as whom; never the passwords.",
  permission: "organization:admin",
  on: onOrganization,
  input: z.object({}),
  output: z.object({ data: z.array(RegistryRow) }),
  async run({ organizationId }) {
    const rows = await db()
      .select()
      .from(registryCredentials)
      .where(eq(registryCredentials.organizationId, organizationId))
      .orderBy(asc(registryCredentials.host));
    return { data: rows.map(toRegistryRow) };
  },
});
