/** What a registry wants before it answers. */
export type Challenge = { scheme: "bearer"; realm: string; service?: string } | { scheme: "basic" };

const PARAMETER = /([a-z_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;

/**
 * Reads WWW-Authenticate (RFC 9110 section 11.6.1; the token scheme is that of the Distribution project). A token is
 * preferred to a password.
 * @returns undefined for a header that asks for neither
 */
export function parseChallenge(header: string | undefined): Challenge | undefined {
  if (!header || header.length > 8_192) return undefined;
  const bearer = /(?:^|,)\s*bearer\s+/i.exec(header);
  if (bearer) {
    const rest = header.slice(bearer.index + bearer[0].length);
    const told = new Map<string, string>();
    for (const [, name = "", quoted, bare] of rest.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      if (!told.has(key)) told.set(key, quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
    }
    const [realm, service] = [told.get("realm"), told.get("service")];
    if (realm) return { scheme: "bearer", realm, ...(service && { service }) };
  }
  return /(?:^|,)\s*basic\b/i.test(header) ? { scheme: "basic" } : undefined;
}
