/** Variables in clear, by service and key. */
type Env = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The arguments of one service's build: every variable of the project. Where services differ about a key, the service
 * itself has the say, then the one that the definition names first. A build file sees those that it declares (ARG).
 * Keys that begin with BUILDKIT_ are left out: to the builder they are settings of its own.
 */
export function buildArguments(
  services: readonly { name: string }[],
  env: Env,
  service: string,
): Record<string, string> {
  const others = services.map(({ name }) => name).filter((name) => name !== service);
  const ranked = [...others.reverse(), service].flatMap((name) => Object.entries(env[name] ?? {}));
  return Object.fromEntries(ranked.filter(([key]) => !key.startsWith("BUILDKIT_")));
}
