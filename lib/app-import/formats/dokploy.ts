import type { ComposeSource, Meta } from "../compose/job";
import { hostOf } from "../compose/names";
import { tidyPath } from "../compose/paths";
import { readToml } from "../read/toml";
import { type Branch, branchOf, isBranch, listOf, type Tree, textOf, textsOf } from "../read/tree";
import type { Report } from "../report";
import type { Part } from "../variables/parts";
import type { Spec } from "../variables/variables";
import {
  composeFile,
  fileNamed,
  givenFiles,
  type ReadFormat,
  readCompose,
  readJsonMap,
  readMap,
} from "./files";

const USE = /\$\{([^${}\s]{1,200})\}/g;

/** A Dokploy blueprint: a compose file, and `template.toml` with variables, domains, environment and files. */
export const readDokploy: ReadFormat<ComposeSource> = (files, report) => {
  const file = composeFile(files);
  const toml = fileNamed(files, /\.toml$/i);
  if (!file || !toml) {
    report.issue(
      "",
      "A Dokploy blueprint is a docker-compose.yml and a template.toml; one of them is missing.",
    );
    return undefined;
  }
  const root = readMap(file, report);
  const template = readToml(toml.content);
  if (!template.ok) report.issue(toml.name, template.message);
  if (!root || !template.ok) return undefined;
  const config = branchOf(template.value.get("config"));
  const metaFile = fileNamed(files, /^meta\.json$/i);
  const specs = new Specs(template.value, root, report);
  return {
    root,
    meta: metaFile ? metaOf(metaFile.content) : {},
    read: readCompose,
    known: specs.all(),
    ownFolder: "../files/",
    given: new Map([
      ...givenFiles(files, [file, toml, metaFile]),
      ...mountsOf(config, specs),
      // A service with `env_file: .env` gets the whole environment.
      [".env", [{ text: specs.dotenv() }]],
    ]),
    web: listOf(config.get("domains")).flatMap((domain) => {
      const service = textOf(branchOf(domain).get("serviceName"));
      const port = Number(textOf(branchOf(domain).get("port")));
      return service !== undefined && Number.isInteger(port) ? [{ service, port }] : [];
    }),
  };
};

class Specs {
  readonly #template: Branch;
  readonly #variables: Branch;
  readonly #root: Branch;
  readonly #report: Report;
  readonly #made = new Map<string, Spec>();

  constructor(template: Branch, root: Branch, report: Report) {
    this.#template = template;
    this.#variables = branchOf(template.get("variables"));
    this.#root = root;
    this.#report = report;
  }

  /** Variables of the template under their own name, and the environment, which wins: compose reads only that. */
  all(): ReadonlyMap<string, Spec> {
    for (const [name, value] of this.#variables) {
      const text = textOf(value) ?? "";
      const [whole, helper] = /^\$\{([^${}\s]{1,200})\}$/.exec(text) ?? [];
      const spec = whole && helper && !this.#variables.has(helper) ? this.#helper(helper, name) : undefined;
      this.#made.set(inner(name), spec ?? { kind: "text", parts: this.parts(text) });
    }
    for (const [name, text] of this.#environment()) {
      const parts = this.parts(text);
      const [only] = parts;
      const fixed = parts.every((part) => "text" in part) ? text : undefined;
      if (fixed === "") this.#made.set(name, { kind: "setting", optional: true });
      else if (fixed !== undefined) this.#made.set(name, { kind: "setting", default: fixed });
      else if (only) this.#made.set(name, { kind: "text", parts });
    }
    return this.#made;
  }

  parts(text: string): Part[] {
    const parts: Part[] = [];
    let at = 0;
    for (const found of text.matchAll(USE)) {
      if (found.index > at) parts.push({ text: text.slice(at, found.index) });
      const name = found[1] ?? "";
      if (!this.#variables.has(name) && !this.#made.has(name))
        this.#made.set(inner(name), this.#helper(name, name));
      parts.push({ variable: inner(name) });
      at = found.index + found[0].length;
    }
    if (at < text.length) parts.push({ text: text.slice(at) });
    return parts;
  }

  dotenv(): string {
    return [...this.#environment().keys()].map((key) => `${key}=\${${key}}`).join("\n");
  }

  #environment(): Map<string, string> {
    const config = branchOf(this.#template.get("config"));
    const written = config.get("env") ?? branchOf(listOf(config.get("domains")).at(-1)).get("env");
    const entries: [string, string][] = isBranch(written)
      ? [...written].map(([key, value]) => [key, textOf(value) ?? ""])
      : textsOf(written).map((line) => [line.split("=")[0]?.trim() ?? "", line.slice(line.indexOf("=") + 1)]);
    return new Map(entries.filter(([key]) => /^[A-Za-z_]\w{0,127}$/.test(key)));
  }

  #helper(written: string, name: string): Spec {
    const [kind = "", argument, more] = written.split(":");
    const number = Number(argument);
    const size = Number.isInteger(number) && number > 0 ? number : undefined;
    switch (kind) {
      case "domain":
        return { kind: "text", parts: [{ text: `{{publicHost:${hostOf(this.#serviceOf(name))}}}` }] };
      case "password":
        return { kind: "secret", length: size ?? 16, encoding: "alphanumeric" };
      case "base64":
        return { kind: "secret", length: Math.ceil(((size ?? 32) * 4) / 3), encoding: "base64" };
      case "hash":
        return { kind: "secret", length: size ?? 8, encoding: "hex" };
      case "uuid":
        this.#report.guessed(`variables.${name}`, "A UUID is not made here; 32 hex digits stand in for it.");
        return { kind: "secret", length: 32, encoding: "hex" };
      case "jwt":
        return this.#token(argument, size, more, name);
      case "username":
      case "email":
        this.#report.guessed(`variables.${name}`, `The ${kind} is not drawn by lot; it is a setting.`);
        return { kind: "setting", default: kind === "email" ? "admin@example.com" : "admin" };
      default:
        this.#report.guessed(
          `variables.${name}`,
          `What ${written} stands for is asked when the app is installed.`,
        );
        return { kind: "setting" };
    }
  }

  #token(of: string | undefined, size: number | undefined, payload: string | undefined, name: string): Spec {
    if (of === undefined || size !== undefined)
      return { kind: "secret", length: (size ?? 32) * 2, encoding: "hex" };
    const claims = payload === undefined ? "" : (textOf(this.#variables.get(payload)) ?? "");
    const role = /"role"\s*:\s*"([\w-]{1,64})"/.exec(claims)?.[1];
    if (payload) this.#report.guessed(`variables.${name}`, "Of the token's payload only the role is kept.");
    return { kind: "secret", jwt: { of: inner(of), ...(role !== undefined && { role }) } };
  }

  /** The service whose domain a variable is. */
  #serviceOf(name: string): string {
    const domains = listOf(branchOf(this.#template.get("config")).get("domains")).map(branchOf);
    const own = domains.find((domain) => textOf(domain.get("host"))?.includes(`\${${name}}`)) ?? domains[0];
    const service = textOf(own?.get("serviceName"));
    return service ?? [...branchOf(this.#root.get("services")).keys()][0] ?? "";
  }
}

/** A name of the template's own: kept apart from the environment's, which may be called the same. */
function inner(name: string): string {
  return `template ${name}`;
}

/** Files of the blueprint, under the path by which a compose file mounts them. */
function mountsOf(config: Branch, specs: Specs): [string, readonly Part[]][] {
  return listOf(config.get("mounts")).flatMap((mount): [string, readonly Part[]][] => {
    const path = textOf(branchOf(mount).get("filePath"));
    const content = textOf(branchOf(mount).get("content"));
    if (path === undefined || content === undefined) return [];
    return [[tidyPath(`files/${path.replace(/^\.?\/+/, "")}`), specs.parts(content)]];
  });
}

function metaOf(content: string): Meta {
  const read = readJsonMap(content);
  if (!read.ok) return {};
  const text = (key: string, from: Tree | undefined = read.value) => textOf(branchOf(from).get(key));
  return {
    ...(text("id") !== undefined && { id: text("id") }),
    ...(text("name") !== undefined && { name: text("name") }),
    ...(text("description") !== undefined && { description: text("description") }),
    tags: textsOf(read.value.get("tags")),
    repository: text("github", read.value.get("links")),
  };
}
