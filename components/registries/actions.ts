import type { SetRegistry, StoredRegistry } from "@/lib/registries/schema";

type Refused = { ok: false; message: string; issues?: { path: string; message: string }[] };

/** What the page of registries hands to its parts. */
export type RegistryActions = {
  set: (input: SetRegistry) => Promise<{ ok: true; value: StoredRegistry } | Refused>;
  remove: (registryId: string) => Promise<{ ok: true } | Refused>;
};
