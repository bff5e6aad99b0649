import { z } from "zod";

/** Shapes of sign-ins to registries. Safe in a browser. */

export const RegistryId = z.string().max(64).meta({ description: "A registry's id, `rgc_…`." });

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;
const OF_DOCKER = [
  "docker.io",
  "index.docker.io",
  "registry-1.docker.io",
  "hub.docker.com",
  "www.docker.com",
];

/** A registry as references write it, from what people paste: an address, or another name of Docker Hub. */
export const RegistryHost = z
  .string({ error: "Write the registry's name, such as ghcr.io." })
  .trim()
  .max(255, "Write the registry's name, such as ghcr.io.")
  .transform((text) =>
    text
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/\/(v[12]\/?)?$/, ""),
  )
  .refine(
    (host) => HOST.test(host) && (host.includes(".") || host.includes(":") || host === "localhost"),
    "Write the registry's name alone, such as ghcr.io or registry.example.org:5000, without a path.",
  )
  .transform((host) => (OF_DOCKER.includes(host) ? "docker.io" : host))
  .meta({
    description:
      "As image references begin: `ghcr.io`, `registry.example.org:5000`; `docker.io` for Docker Hub.",
  });

const UNPRINTED = /[\p{Cc}]/u;
export const SetRegistry = z.strictObject({
  host: RegistryHost,
  username: z
    .string({ error: "Write the user name." })
    .trim()
    .min(1, "Write the user name.")
    .max(256, "Use at most 256 characters.")
    .refine((text) => !text.includes(":") && !UNPRINTED.test(text), "A user name has no colon in it."),
  password: z
    .string({ error: "Write the password or token." })
    .min(1, "Write the password or token.")
    .max(8_192, "Use at most 8192 characters.")
    .refine((text) => !UNPRINTED.test(text), "A password is one line."),
});
export type SetRegistry = z.input<typeof SetRegistry>;

export const RegistryRow = z.object({
  id: RegistryId,
  host: z.string(),
  username: z.string(),
  updatedAt: z.iso.datetime(),
});
export type RegistryRow = z.infer<typeof RegistryRow>;

export const StoredRegistry = RegistryRow.extend({
  checked: z
    .boolean()
    .meta({ description: "Whether the registry accepted it; false: it wanted no sign-in, so nobody knows." }),
});
export type StoredRegistry = z.infer<typeof StoredRegistry>;
