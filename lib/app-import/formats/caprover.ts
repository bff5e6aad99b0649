import type { ComposeSource } from "../compose/job";
import { hostOf } from "../compose/names";
import { type Branch, branchOf, isOn, listOf, type Tree, textOf, textsOf } from "../read/tree";
import type { Report } from "../report";
import { looksSecret } from "../variables/names";
import type { Part } from "../variables/parts";
import type { Spec } from "../variables/variables";
import { composeFile, givenFiles, type ReadFormat, readMap } from "./files";

const USE = /\$\$cap_gen_random_hex\((\d{1,4})\)|\$\$cap_[A-Za-z0-9_]+/g;
const HOST = "srv-captain--";
const APP = "$$cap_appname";

/** A CapRover one-click app, captainVersion 4: services in compose's shape, `$$cap_…` variables and a form. */
export const readCaprover: ReadFormat<ComposeSource> = (files, report) => {
  const file = composeFile(files) ?? files[0];
  const root = file && readMap(file, report);
  if (!file || !root) return undefined;
  if (textOf(root.get("captainVersion")) !== "4") {
    report.issue("captainVersion", "Only one-click apps of captainVersion 4 can be read.");
    return undefined;
  }
  const app = branchOf(root.get("caproverOneClickApp"));
  const main = mainService(root);
  const reader = new Reader(app, main, report);
  const services = [...branchOf(root.get("services"))].map(([name, service]): [string, Tree] => [
    plainName(name),
    withPlainNames(withBuildFile(branchOf(service), report, name)),
  ]);
  const instructions = branchOf(app.get("instructions"));
  return {
    root: new Map([...root, ["services", new Map(services)]]),
    meta: {
      name: textOf(app.get("displayName")),
      description: textOf(app.get("description")),
      repository: textOf(app.get("documentation")),
      note: reader.note(textOf(instructions.get("end")) ?? textOf(instructions.get("start"))),
    },
    read: (text) => reader.parts(text),
    known: new Map(),
    // Random values are drawn while texts are read, so what is known grows.
    magic: (name) => reader.known().get(name),
    given: givenFiles(files, [file]),
    web: webOf(root),
    aliases: new Map(services.map(([name]) => [`${HOST}${name}`, name])),
  };
};

/** `$$cap_appname-db` → `app-db`: the app's own name is chosen at installation, and services have their own. */
function plainName(name: string): string {
  return name.replaceAll(APP, "app");
}

function withPlainNames(service: Branch): Branch {
  const awaited = textsOf(service.get("depends_on"));
  return awaited.length === 0 ? service : new Map([...service, ["depends_on", awaited.map(plainName)]]);
}

function mainService(root: Branch): string {
  const names = [...branchOf(root.get("services")).keys()];
  return hostOf(plainName(names.find((name) => name === APP) ?? names[0] ?? "app"));
}

function webOf(root: Branch): ComposeSource["web"] {
  return [...branchOf(root.get("services"))].flatMap(([name, service]) => {
    const extra = branchOf(branchOf(service).get("caproverExtra"));
    if (isOn(extra.get("notExposeAsWebApp"))) return [];
    return [{ service: plainName(name), port: Number(textOf(extra.get("containerHttpPort")) ?? 80) }];
  });
}

/** `dockerfileLines` are an inline build file. */
function withBuildFile(service: Branch, report: Report, name: string): Branch {
  const extra = branchOf(service.get("caproverExtra"));
  for (const key of extra.keys()) {
    if (["dockerfileLines", "containerHttpPort", "notExposeAsWebApp", "websocketSupport"].includes(key))
      continue;
    report.dropped(`services.${name}.caproverExtra.${key}`, `${key} cannot be said here.`);
  }
  const lines = textsOf(extra.get("dockerfileLines"));
  if (lines.length === 0 || service.has("image")) return service;
  const own = new Map<string, Tree>([["dockerfile_inline", lines.join("\n")]]);
  return new Map([...service, ["build", own]]);
}

class Reader {
  readonly #app: Branch;
  readonly #main: string;
  readonly #report: Report;
  #drawn = 0;
  readonly #known = new Map<string, Spec>();

  constructor(app: Branch, main: string, report: Report) {
    this.#app = app;
    this.#main = main;
    this.#report = report;
    this.#declare();
  }

  known(): ReadonlyMap<string, Spec> {
    return this.#known;
  }

  parts(text: string): Part[] {
    // The address of the app is one thing, although it is written as two.
    const whole = text.replaceAll(`${APP}.$$cap_root_domain`, () => `{{publicHost:${this.#main}}}`);
    const parts: Part[] = [];
    let at = 0;
    for (const found of whole.matchAll(USE)) {
      if (found.index > at) parts.push({ text: whole.slice(at, found.index) });
      parts.push(this.#part(found[0], found[1]));
      at = found.index + found[0].length;
    }
    if (at < whole.length) parts.push({ text: whole.slice(at) });
    return parts;
  }

  note(text: string | undefined): string | undefined {
    return text
      ?.replaceAll(/\$\$cap_appname\.\$\$cap_root_domain/g, "your address")
      .replaceAll(/\$\$cap_([A-Za-z0-9_]+)/g, (_, name: string) => name.replaceAll("_", " "));
  }

  #part(written: string, length: string | undefined): Part {
    if (length !== undefined) {
      this.#drawn += 1;
      const variable = `RANDOM_HEX_${this.#drawn}`;
      this.#known.set(variable, { kind: "secret", length: Number(length), encoding: "hex" });
      return { variable };
    }
    if (written === APP) return { text: "app" };
    if (written === "$$cap_root_domain") {
      this.#report.guessed("", "Where the root domain stands alone, the app's own host stands in for it.");
      return { text: `{{publicHost:${this.#main}}}` };
    }
    return { variable: variableName(written) };
  }

  #declare(): void {
    const known = listOf(this.#app.get("variables")).map(branchOf);
    for (const one of known) {
      const id = textOf(one.get("id")) ?? "";
      if (id === APP || !id.startsWith("$$cap_")) continue;
      const name = variableName(id);
      this.#known.set(name, this.#spec(name, one));
      const pattern = textOf(one.get("validRegex"));
      if (pattern && !/^\/\.(?:\*|\+|\{1,\})\/$/.test(pattern))
        this.#report.dropped(
          `caproverOneClickApp.variables.${name}`,
          "The pattern of the value is not checked.",
        );
    }
  }

  #spec(name: string, one: Branch): Spec {
    const written = textOf(one.get("defaultValue")) ?? "";
    const [, hex] = /^\$\$cap_gen_random_hex\((\d{1,4})\)$/.exec(written) ?? [];
    const label = textOf(one.get("label"))?.slice(0, 200).trim();
    const help = textOf(one.get("description"))?.slice(0, 1_000);
    if (hex !== undefined)
      return {
        kind: "secret",
        length: Number(hex),
        encoding: "hex",
        ...(label && { label }),
        ...(help && { help }),
      };
    if (written.includes("$$cap_")) return { kind: "text", parts: this.parts(written) };
    const secret = looksSecret(name);
    const field = {
      ...(label && { label }),
      ...(help && { help }),
      installStep: true,
      ...(secret && { type: "password" as const, secret: true }),
    };
    const path = `caproverOneClickApp.variables.${name}`;
    if (written === "") {
      const mayBeEmpty = /^\/\.\*\/$|^$/.test(textOf(one.get("validRegex")) ?? "");
      this.#report.mapped(path, `${name} is asked when the app is installed.`);
      return { kind: "setting", field, ...(mayBeEmpty && { optional: true }) };
    }
    this.#report.mapped(path, `${name} became a setting.`);
    return { kind: "setting", default: written, field };
  }
}

function variableName(id: string): string {
  return id.slice("$$cap_".length).toUpperCase();
}
