import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ask } from "@/lib/outgoing";
import { checkLogin, forgetAuthorizations, loginBinding, RegistryTrouble } from "@/lib/registry";
import { registryCredentials } from "@/lib/registry/table";
import { sealSecret } from "@/lib/secrets";
import { engineRegistries } from "@/lib/servers";
import { SetRegistry, StoredRegistry } from "./schema";
import { onOrganization, toRegistryRow } from "./stored";

const PATIENCE_MS = 20_000;

export const setRegistry = operation({
  id: "registries.set",
  rest: "PUT /api/registries",
  summary:
    "Sign in to a registry with this user and password from now on, when images are pulled and compared. The registry is asked first, and what it refuses is not kept.",
  permission: "organization:admin",
  on: onOrganization,
  input: SetRegistry,
  output: StoredRegistry,
  async run({ organizationId, userId }, { host, username, password }, signal) {
    const checked = await check(host, { username, password }, signal);
    const secret = sealSecret(password, loginBinding(organizationId, host));
    const [row] = await db()
      .insert(registryCredentials)
      .values({ organizationId, host, username, secret, createdBy: userId })
      .onConflictDoUpdate({
        target: [registryCredentials.organizationId, registryCredentials.host],
        set: { username, secret, updatedAt: new Date() },
      })
      .returning();
    if (!row) throw new Error("an insert returned no row");
    // Tokens that were given for the password of before.
    forgetAuthorizations();
    return { ...toRegistryRow(row), checked: checked === "accepted" };
  },
});

/** @throws Refusal REGISTRY_REFUSED, beside the field that is wrong */
async function check(host: string, login: { username: string; password: string }, signal: AbortSignal) {
  try {
    return await checkLogin(
      {
        ask,
        registries: await engineRegistries(),
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      },
      host,
      login,
    );
  } catch (cause) {
    if (!(cause instanceof RegistryTrouble)) throw cause;
    const isWrong = cause.kind === "denied";
    const message = isWrong
      ? `${host} does not accept this user name with this password or token.`
      : cause.message;
    throw new Refusal("REGISTRY_REFUSED", {
      cause,
      issues: [{ path: isWrong ? "password" : "host", message }],
    });
  }
}
