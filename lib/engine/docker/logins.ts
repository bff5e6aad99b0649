import type { RegistryLogin } from "../engine";

// What engines know docker.io as since there was a first version of its API.
const DOCKER_HUB = "https://index.docker.io/v1/";

const addressOf = (registry: string) => (registry === "docker.io" ? DOCKER_HUB : registry);

/** For one registry (Engine API, X-Registry-Auth). */
export function authOf({ registry, username, password }: RegistryLogin) {
  return { username, password, serveraddress: addressOf(registry) };
}

/** For all that a builder may need (Engine API, X-Registry-Config), in the alphabet of addresses (RFC 4648, 5). */
export function registryConfigOf(logins: readonly RegistryLogin[]): { base64: string } {
  const config = Object.fromEntries(
    logins.map(({ registry, username, password }) => [addressOf(registry), { username, password }]),
  );
  const base64 = Buffer.from(JSON.stringify(config)).toString("base64");
  return { base64: base64.replaceAll("+", "-").replaceAll("/", "_") };
}
