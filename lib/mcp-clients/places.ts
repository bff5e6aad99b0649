import type { Caller } from "@/lib/access/caller";
import { grantChoices } from "@/lib/grants";
import { myOrganizations } from "@/lib/members";

/** The organizations a person may let a client work in, by name, each with what they may give there. */
export async function placesOf(caller: Caller) {
  const organizations = await myOrganizations(caller);
  return Promise.all(
    organizations.map(async ({ id, name }) => ({
      id,
      name,
      choices: await grantChoices({ ...caller, organizationId: id }),
    })),
  );
}
