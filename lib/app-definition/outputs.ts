/** Where the value of a connection output comes from. */
export type OutputSource =
  | { from: "env"; service: string; key: string }
  | { from: "publicUrl"; service: string; port?: number }
  | { from: "template"; template: string };

const ENV = /^env:([^:\s]+):([A-Za-z_][A-Za-z0-9_]*)$/;
const PUBLIC_URL = /^publicUrl:([^:\s]+)(?::(\d{1,5}))?$/;
const TEMPLATE = "template:";

/**
 * Reads `env:<service>:<KEY>`, `publicUrl:<service>[:<port>]` or `template:<text>`.
 * @returns undefined for anything else
 */
export function parseSource(source: string): OutputSource | undefined {
  if (source.startsWith(TEMPLATE) && source.length > TEMPLATE.length) {
    return { from: "template", template: source.slice(TEMPLATE.length) };
  }
  const [, envService, key] = ENV.exec(source) ?? [];
  if (envService && key) return { from: "env", service: envService, key };
  const [, urlService, port] = PUBLIC_URL.exec(source) ?? [];
  if (!urlService) return undefined;
  if (port === undefined) return { from: "publicUrl", service: urlService };
  const number = Number(port);
  return number >= 1 && number <= 65_535
    ? { from: "publicUrl", service: urlService, port: number }
    : undefined;
}
