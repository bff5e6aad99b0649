import type { ComposeSource } from "../compose/job";
import { readJson } from "../read/json";
import {
  type Branch,
  branchOf,
  isBranch,
  isList,
  isOn,
  listOf,
  type Tree,
  textOf,
  textsOf,
  toTree,
} from "../read/tree";
import { quote, type Report } from "../report";
import { comesFromOutside, looksSecret } from "../variables/names";
import type { Spec } from "../variables/variables";
import { fileNamed, type GivenFile, givenFiles, type ReadFormat, readCompose, readMap } from "./files";

/** Which of several templates is meant. */
export type Choice = { id?: string; name?: string };

/** An entry of a Portainer `templates.json`: type 1 is one container, type 3 a stack whose file came along. */
export const readPortainer =
  (choice: Choice): ReadFormat<ComposeSource> =>
  (files, report) => {
    const file = fileNamed(files, /\.json$/i) ?? files[0];
    const read = file && readJson(file.content);
    if (!file || !read?.ok) {
      report.issue(file?.name ?? "", read?.ok === false ? read.message : "There is no templates.json.");
      return undefined;
    }
    const entry = choose(toTree(read.value), choice, report);
    if (!entry) return undefined;
    const root = rootOf(entry, files, file, report);
    if (!root) return undefined;
    return {
      root,
      meta: {
        name: textOf(entry.get("title")) ?? textOf(entry.get("name")),
        description: textOf(entry.get("description")),
        category: textsOf(entry.get("categories")).join(" "),
        tags: textsOf(entry.get("categories")),
        repository: textOf(branchOf(entry.get("repository")).get("url")),
        note: textOf(entry.get("note"))?.replaceAll(/<[^<>]{0,200}>/g, " "),
      },
      read: readCompose,
      known: knownOf(entry, report),
      given: givenFiles(files, [file]),
      web: [],
    };
  };

function choose(document: Tree, choice: Choice, report: Report): Branch | undefined {
  const list = isList(document) ? document : isBranch(document) ? document.get("templates") : undefined;
  const entries = isList(list) ? list.map(branchOf) : [branchOf(document)];
  if (entries.length === 1) return entries[0];
  const wanted = [choice.id, choice.name].flatMap((text) => (text ? [text.toLowerCase()] : []));
  const names = (entry: Branch) =>
    ["id", "title", "name"].flatMap((key) => textOf(entry.get(key))?.toLowerCase() ?? []);
  const found = entries.find((entry) => names(entry).some((name) => wanted.includes(name)));
  if (!found) {
    const some = entries.slice(0, 8).map((entry) => quote(textOf(entry.get("title")) ?? "?"));
    report.issue(
      "templates",
      `The file holds ${entries.length} templates: give the title of one as the name, such as ${some.join(", ")}.`,
    );
  }
  return found;
}

function rootOf(
  entry: Branch,
  files: readonly GivenFile[],
  own: GivenFile,
  report: Report,
): Branch | undefined {
  const type = textOf(entry.get("type"));
  if (type === "1") return containerRoot(entry);
  if (type !== "3") {
    report.issue(
      "type",
      "Only containers (type 1) and compose stacks (type 3) can be read; this is neither.",
    );
    return undefined;
  }
  const inline = textOf(entry.get("stackfile")) ?? textOf(branchOf(entry.get("repository")).get("stackfile"));
  const stack =
    files.find((file) => file !== own && /\.ya?ml$/i.test(file.name)) ?? files.find((file) => file !== own);
  if (!stack) {
    report.issue(
      "repository.stackfile",
      `The stack's file ${quote(inline ?? "docker-compose.yml")} is not here. Paste it along; nothing is fetched.`,
    );
    return undefined;
  }
  return readMap(stack, report);
}

/** A container template in compose's words. */
function containerRoot(entry: Branch): Branch {
  const service = new Map<string, Tree>();
  const copy = (from: string, to = from) => {
    const value = entry.get(from);
    if (value !== undefined && value !== "") service.set(to, value);
  };
  copy("image");
  copy("ports");
  copy("command");
  copy("restart_policy", "restart");
  copy("privileged");
  copy("labels", "labels");
  const network = textOf(entry.get("network"));
  if (network === "host") service.set("network_mode", network);
  const volumes = listOf(entry.get("volumes")).map((volume): Tree => {
    const target = textOf(branchOf(volume).get("container")) ?? "";
    const bind = textOf(branchOf(volume).get("bind"));
    const mode = isOn(branchOf(volume).get("readonly")) ? ":ro" : "";
    return bind === undefined ? target : `${bind}:${target}${mode}`;
  });
  if (volumes.length > 0) service.set("volumes", volumes);
  const env = listOf(entry.get("env")).flatMap((one): [string, Tree][] => {
    const name = textOf(branchOf(one).get("name"));
    return name === undefined ? [] : [[name, `\${${name}}`]];
  });
  if (env.length > 0) service.set("environment", new Map(env));
  const named = textOf(entry.get("name")) ?? textOf(entry.get("title")) ?? "app";
  const name =
    named
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 40) || "app";
  return new Map([["services", new Map([[name, service]])]]);
}

function knownOf(entry: Branch, report: Report): Map<string, Spec> {
  const known = new Map<string, Spec>();
  for (const one of listOf(entry.get("env")).map(branchOf)) {
    const name = textOf(one.get("name"));
    if (name !== undefined) known.set(name, specOf(name, one, report));
  }
  return known;
}

function specOf(name: string, one: Branch, report: Report): Spec {
  const options = listOf(one.get("select")).map(branchOf);
  const chosen = options.find((option) => isOn(option.get("default"))) ?? options[0];
  const value = textOf(one.get("default")) ?? textOf(one.get("set")) ?? textOf(chosen?.get("value")) ?? "";
  const path = `env.${name}`;
  if (isOn(one.get("preset"))) return { kind: "text", parts: [{ text: value }] };
  const label = textOf(one.get("label"))?.trim().slice(0, 200);
  const help = textOf(one.get("description"))?.slice(0, 1_000);
  const words = { ...(label && { label }), ...(help && { help }) };
  if (options.length > 0) {
    report.mapped(path, `${name} became a choice of ${options.length}.`);
    const choices = options.map((option) => {
      const text = textOf(option.get("value")) ?? "";
      return { value: text, label: textOf(option.get("text")) ?? text };
    });
    return {
      kind: "setting",
      default: value,
      field: { ...words, type: "select", options: choices, installStep: true },
    };
  }
  if (looksSecret(name) && !comesFromOutside(name)) {
    report.guessed(path, `${name} looks like a secret: the machine makes one.`);
    return { kind: "secret", length: 32, encoding: "alphanumeric", ...words };
  }
  const secret = looksSecret(name) ? { type: "password" as const, secret: true } : {};
  report.mapped(path, `${name} became a setting.`);
  const field = { ...words, ...secret, installStep: true };
  return value === ""
    ? { kind: "setting", optional: true, field }
    : { kind: "setting", default: value, field };
}
