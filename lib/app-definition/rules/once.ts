import { quote } from "@/lib/app-definition/quote";
import { parseVolume } from "@/lib/app-definition/volumes";
import { type Path, type Rule, repeated } from "./rule";

/** What may stand only once in its list: otherwise one of the two would silently win, or the engine refuse both. */

const mountsAreApart: Rule = ({ services, files }, report) => {
  services.forEach((service, at) => {
    const volumes = service.volumes.map((text, v): [Path, string] => {
      const volume = parseVolume(text);
      return [["services", at, "volumes", v], volume.ok ? volume.volume.target : text];
    });
    const own = files.flatMap((file, f): [Path, string][] =>
      file.service === service.name ? [[["files", f, "path"], file.path]] : [],
    );
    const all = [...volumes, ...own];
    repeated(
      all,
      ([, target]) => target.replace(/\/+$/, "").replace(/\/{2,}/g, "/"),
      (target, twice) =>
        report(all[twice]?.[0] ?? [], `Two things of ${quote(service.name)} stand at ${quote(target)}.`),
    );
  });
};

const buildFilesAreApart: Rule = ({ services }, report) => {
  services.forEach(({ build }, at) => {
    const files = build?.files ?? [];
    const refuse = (f: number, message: string) =>
      report(["services", at, "build", "files", f, "path"], message);
    repeated(
      files,
      (file) => file.path,
      (path, f) => refuse(f, `The file ${quote(path)} is written twice.`),
    );
    files.forEach(({ path }, f) => {
      if (path === "Dockerfile" || path.startsWith("Dockerfile/"))
        refuse(f, "The build file stands at Dockerfile already; give this file another name.");
      if (files.some((other) => other.path.startsWith(`${path}/`)))
        refuse(f, `${quote(path)} cannot be a file: another file stands in a folder of this name.`);
    });
  });
};

const routesAreApart: Rule = ({ services }, report) => {
  services.forEach(({ routes }, at) => {
    const path = (r: number, key: string): Path => ["services", at, "routes", r, key];
    repeated(
      routes,
      (route) => String(route.port),
      (port, r) => report(path(r, "port"), `Port ${port} has two routes.`),
    );
    const suffixes = routes.flatMap(({ slugSuffix }, r) => (slugSuffix ? [{ slugSuffix, r }] : []));
    repeated(
      suffixes,
      ({ slugSuffix }) => slugSuffix,
      (suffix, s) =>
        report(path(suffixes[s]?.r ?? 0, "slugSuffix"), `The suffix ${quote(suffix)} is used twice.`),
    );
  });
};

const variantsAreApart: Rule = ({ connection }, report) => {
  connection?.outputs.forEach(({ variants = [] }, at) => {
    repeated(
      variants,
      (variant) => variant.id,
      (id, v) =>
        report(
          ["connection", "outputs", at, "variants", v, "id"],
          `The variant id ${quote(id)} is used twice.`,
        ),
    );
  });
};

const optionsAreApart: Rule = ({ settings }, report) => {
  settings.forEach((group, g) => {
    group.fields.forEach((field, f) => {
      repeated(
        field.options ?? [],
        (option) => option.value,
        (value, o) =>
          report(
            ["settings", g, "fields", f, "options", o, "value"],
            `The option ${quote(value)} stands twice.`,
          ),
      );
    });
  });
};

const bundlesAreApart: Rule = (definition, report) => {
  for (const list of ["provides", "requires"] as const) {
    repeated<{ id: string }>(
      definition[list],
      (entry) => entry.id,
      (id, at) => report([list, at, "id"], `The id ${quote(id)} is used twice in ${list}.`),
    );
  }
};

export const STAND_ONCE: readonly Rule[] = [
  mountsAreApart,
  buildFilesAreApart,
  routesAreApart,
  variantsAreApart,
  optionsAreApart,
  bundlesAreApart,
];
