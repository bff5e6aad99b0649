import type { EngineRegistries } from "@/lib/engine/engine";
import type { Ask } from "@/lib/outgoing";

export type Login = { id: string; username: string; password: string };

/** What asking registries takes. */
export type RegistryAccess = {
  ask: Ask;
  /** As the engine is set up. */
  registries: EngineRegistries;
  /** How to sign in to a registry; undefined: without. */
  loginFor: (registry: string) => Login | undefined;
  signal: AbortSignal;
  /** The first pause before a failed request is repeated; it doubles. */
  backoffMs?: number;
};

/** A repository of a registry, both written out: `docker.io` and `library/postgres`. */
export type Repository = { registry: string; repository: string };
