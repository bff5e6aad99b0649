/** The names that connected projects have for each other on the engine. */

/**
 * A service's hostname on the network of a connection. Its own name would collide with the user's services; `.internal`
 * is reserved, so that a name which is not there is never asked of, or answered by, anybody outside.
 */
export const linkHost = (sourceSlug: string, service: string) => `${service}.${sourceSlug}.internal`;

/** The network of exactly two projects. Slugs have no underscore, so that it can be no other project's. */
export const linkNetwork = (userSlug: string, sourceSlug: string) => `${userSlug}_to_${sourceSlug}`;

// `user:password@` may hold anything but these; the last `@` ends it.
const AUTHORITY = /^((?:[a-z][a-z0-9+.-]*:)+\/\/(?:[^/?#]*@)?)([^/?#]*)/i;
const NAMED =
  /((?:^|[\s;,?&])(?:host|hostname|server|addr|address|data source)\s*=\s*(?:tcp:)?|@[a-z]+\(|@)/gi;

/**
 * A text of the author that names a service by its hostname, with another host in its place: in the authority of a
 * URL, at the start, after `@`, or after words such as `host=`. Elsewhere the same word may be a user or a database.
 */
export function withHost(text: string, service: string, host: string): string {
  const url = AUTHORITY.exec(text);
  if (url) {
    const [whole, before = "", hosts = ""] = url;
    const renamed = hosts.split(",").map((one) => hostAtStart(one, service, host));
    return before + renamed.join(",") + text.slice(whole.length);
  }
  const atStart = hostAtStart(text, service, host);
  if (atStart !== text) return atStart;
  const parts = text.split(NAMED);
  return parts.map((part, at) => (at > 0 && at % 2 === 0 ? hostAtStart(part, service, host) : part)).join("");
}

function hostAtStart(text: string, service: string, host: string): string {
  if (!text.startsWith(service)) return text;
  const rest = text.slice(service.length);
  return /^(?:$|[:/?#,;)\s])/.test(rest) ? host + rest : text;
}
