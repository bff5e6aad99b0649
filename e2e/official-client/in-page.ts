import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { organizationClient, twoFactorClient } from "better-auth/client/plugins";

/** The library's own browser client, as an application of somebody else would set it up. */
const client = createAuthClient({ plugins: [organizationClient(), passkeyClient(), twoFactorClient()] });

export type OfficialClient = typeof client;

// In an object: the client answers to any name, also to the `then` of what is awaited.
(globalThis as { official?: { client: OfficialClient } }).official = { client };
