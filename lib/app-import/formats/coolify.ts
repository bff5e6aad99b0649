import type { ComposeSource } from "../compose/job";
import { hostOf } from "../compose/names";
import { type Branch, branchOf, isBranch, type Tree, textsOf } from "../read/tree";
import type { Report } from "../report";
import type { Spec } from "../variables/variables";
import { readComposeFormat } from "./compose";
import { composeFile, type GivenFile, type ReadFormat } from "./files";

const ADDRESS = /^SERVICE_(FQDN|URL)_([A-Z0-9_]+?)(?:_(\d{2,5}))?$/;
const SECRET =
  /^SERVICE_(USER|PASSWORDWITHSYMBOLS|PASSWORD|BASE64|REALBASE64|HEX)_(?:(\d{2,3})_)?[A-Za-z0-9_]+$/;
const TOKEN = /^SERVICE_SUPABASE(ANON|SERVICE)_KEY$/;

/** A Coolify template: compose with `SERVICE_*` variables that it fills in, and comments at the top. */
export const readCoolify: ReadFormat<ComposeSource> = (files, report) => {
  const source = readComposeFormat(files, report);
  const file = composeFile(files);
  if (!source || !file) return undefined;
  const header = headerOf(file);
  const web = webOf(source.root, header, report);
  return {
    ...source,
    root: withoutDeclarations(source.root),
    meta: {
      ...(header.get("slogan") !== undefined && { description: header.get("slogan") }),
      ...(header.get("category") !== undefined && { category: header.get("category") }),
      ...nameOf(file),
      tags: (header.get("tags") ?? "").split(",").filter(Boolean),
      repository: repositoryOf(header.get("documentation")),
    },
    web,
    magic: (name, use) => magic(name, use, source.root, web),
  };
};

function nameOf({ name }: GivenFile) {
  const base = (name.split("/").at(-1) ?? "").replace(/\.ya?ml$/i, "");
  return /compose/i.test(base) ? {} : { name: base.charAt(0).toUpperCase() + base.slice(1) };
}

function repositoryOf(documentation: string | undefined): string | undefined {
  return /^https:\/\/(?:github|gitlab)\.com\/[\w.-]+\/[\w.-]+/.exec(documentation ?? "")?.[0];
}

/** `# key: value` lines before the first line that is no comment. */
function headerOf({ content }: GivenFile): Map<string, string> {
  const header = new Map<string, string>();
  for (const line of content.split(/\r?\n/, 50)) {
    if (line.trim() !== "" && !line.startsWith("#")) break;
    const [, key, value = ""] = /^#\s*([a-z_]{2,20}):(.*)$/.exec(line.slice(0, 600)) ?? [];
    if (key !== undefined && value.trim() !== "") header.set(key, value.trim());
  }
  return header;
}

function magic(
  name: string,
  use: { key?: string },
  root: Branch,
  web: ComposeSource["web"],
): Spec | undefined {
  const [, form, id = "", port] = ADDRESS.exec(name) ?? [];
  if (form) return address(form, id, port, use, root, web);
  const [, kind, length] = SECRET.exec(name) ?? [];
  if (kind) return secret(kind, length === undefined ? undefined : Number(length));
  const [, role] = TOKEN.exec(name) ?? [];
  if (!role) return undefined;
  const jwt = { of: "SERVICE_PASSWORD_JWT", role: role === "ANON" ? "anon" : "service_role" };
  return { kind: "secret", jwt };
}

function address(
  form: string,
  id: string,
  port: string | undefined,
  use: { key?: string },
  root: Branch,
  web: ComposeSource["web"],
): Spec {
  const service =
    serviceOf(id, root) ?? web[0]?.service ?? [...branchOf(root.get("services")).keys()][0] ?? "";
  // Older templates take the FQDN for a whole address; the env key tells.
  const whole = form === "URL" || /(?:^|_)(?:URL|URI|ORIGIN)S?$/.test(use.key ?? "");
  const known = port !== undefined && web.some((one) => one.service === service && one.port === Number(port));
  const text = `{{${whole ? "publicUrl" : "publicHost"}:${hostOf(service)}${known ? `:${port}` : ""}}}`;
  return { kind: "text", parts: [{ text }] };
}

function secret(kind: string, length: number | undefined): Spec {
  if (kind === "USER") return { kind: "secret", length: 16, encoding: "alphanumeric" };
  if (kind === "HEX") return { kind: "secret", length: (length ?? 32) * 2, encoding: "hex" };
  // Four characters of base64 for three bytes; without the padding it is exactly that many bytes.
  if (kind === "REALBASE64")
    return { kind: "secret", length: Math.ceil(((length ?? 32) * 4) / 3), encoding: "base64" };
  return { kind: "secret", length: length ?? 32, encoding: "alphanumeric" };
}

function serviceOf(id: string, root: Branch): string | undefined {
  const same = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "") === id.replaceAll("_", "");
  return [...branchOf(root.get("services")).keys()].find(same);
}

/** Services that declare an address, with the port that it leads to. */
function webOf(root: Branch, header: ReadonlyMap<string, string>, report: Report): ComposeSource["web"] {
  const web: { service: string; port: number }[] = [];
  for (const [service, written] of branchOf(root.get("services"))) {
    for (const [key] of entriesOf(branchOf(written).get("environment"))) {
      const [, form, , port = header.get("port")] = ADDRESS.exec(key) ?? [];
      if (!form) continue;
      const known = Number(port ?? 80);
      if (web.some((one) => one.service === service && one.port === known)) continue;
      web.push({ service, port: known });
      const path = `services.${service}.environment.${key}`;
      if (port === undefined)
        report.guessed(path, "It names no port, so its web page is taken to be on port 80.");
      else report.mapped(path, `Port ${known} is offered as a web page.`);
    }
  }
  const services = [...branchOf(root.get("services")).keys()];
  const port = Number(header.get("port"));
  if (web.length === 0 && services[0] !== undefined && port > 0) {
    report.guessed("services", `The header names port ${port}; it is taken for ${services[0]}.`);
    return [{ service: services[0], port }];
  }
  return web;
}

/** The document without the lines that only declare an address: here, endpoints do. */
function withoutDeclarations(root: Branch): Branch {
  const services = [...branchOf(root.get("services"))].map(([name, written]): [string, Tree] => {
    if (!isBranch(written) || !written.has("environment")) return [name, written];
    const kept = entriesOf(written.get("environment")).filter(([key]) => !ADDRESS.test(key));
    return [name, new Map([...written, ["environment", new Map(kept)]])];
  });
  return new Map([...root, ["services", new Map(services)]]);
}

function entriesOf(environment: Tree | undefined): [string, Tree][] {
  if (isBranch(environment)) return [...environment];
  return textsOf(environment).map((line) => {
    const equals = line.indexOf("=");
    return equals < 0 ? [line.trim(), null] : [line.slice(0, equals).trim(), line.slice(equals + 1)];
  });
}
