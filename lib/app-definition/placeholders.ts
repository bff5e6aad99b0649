/**
 * A placeholder of the format. `publicUrl` is a whole URL (`http://host:port`), `publicHost` the same without
 * its scheme (`host:port`, or `host` where the port is the scheme's own).
 */
export type Placeholder =
  | { kind: "config"; key: string }
  | { kind: "publicUrl" | "publicHost"; service: string; port?: number }
  | { kind: "env"; service: string; key: string };

/** Gives a placeholder's value; undefined when there is none. An empty string is a value. */
export type Lookup = (placeholder: Placeholder) => string | undefined;

// Exactly the known forms: apps such as n8n and Grafana write {{ … }} of their own, which must arrive untouched.
const FORM =
  /\{\{(?:(config):([A-Za-z_][A-Za-z0-9_]*)|(publicUrl|publicHost):([a-z0-9][a-z0-9-]*)(?::(\d{1,5}))?|(env):([a-z0-9][a-z0-9-]*):([A-Za-z_][A-Za-z0-9_]*))\}\}/g;

/**
 * Replaces every placeholder in one pass: what a value holds is never read as a placeholder again.
 * Unknown {{…}} text is left alone, and so is `env` unless `allowEnv` is set (outputs only), and everything but
 * `config` when `configOnly` is (build files).
 * @returns the text, or the first placeholder, as written without braces, that has no value
 */
export function resolveTemplate(
  text: string,
  lookup: Lookup,
  options: { allowEnv?: boolean; configOnly?: boolean } = {},
): { value: string } | { missing: string } {
  let missing: string | undefined;
  const value = text.replace(FORM, (written: string, ...groups: (string | undefined)[]) => {
    const placeholder = fromGroups(groups);
    if (placeholder.kind === "env" && !options.allowEnv) return written;
    if (placeholder.kind !== "config" && options.configOnly) return written;
    const found = lookup(placeholder);
    if (found === undefined) missing ??= written.slice(2, -2);
    return found ?? "";
  });
  return missing === undefined ? { value } : { missing };
}

/** The placeholders of a text in order, each with the text as written, without braces. */
export function placeholdersIn(text: string): (Placeholder & { written: string })[] {
  return [...text.matchAll(FORM)].map(([written, ...groups]) => ({
    ...fromGroups(groups),
    written: written.slice(2, -2),
  }));
}

function fromGroups(groups: readonly (string | undefined)[]): Placeholder {
  const [config, configKey = "", address, service = "", port, , envService = "", envKey = ""] = groups;
  if (config) return { kind: "config", key: configKey };
  if (address === "publicUrl" || address === "publicHost") {
    return { kind: address, service, ...(port !== undefined && { port: Number(port) }) };
  }
  return { kind: "env", service: envService, key: envKey };
}
