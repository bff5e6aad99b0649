import type { z } from "zod";
import { SCHEMA_VERSION, type Shape } from "./format/shape";
import { parseSource } from "./outputs";
import { placeholdersIn } from "./placeholders";
import { quote } from "./quote";
import { STAND_ONCE } from "./rules/once";
import { type Path, type Report, type Rule, repeated } from "./rules/rule";
import { textsCanBeStored } from "./rules/storable";
import { wrongRegularExpression } from "./setting-value";
import { dependencyCircle } from "./start-order";

/** Checks the parts of a definition against each other; every broken rule is reported. */
export function checkRules(definition: Shape, context: z.core.$RefinementCtx<Shape>): void {
  const report: Report = (path, message) => context.addIssue({ code: "custom", path, message });
  for (const rule of RULES) rule(definition, report);
}

const versionIsUnderstood: Rule = ({ schemaVersion }, report) => {
  if (schemaVersion <= SCHEMA_VERSION) return;
  const understood = `this instance understands up to ${SCHEMA_VERSION}. Update it to use this app.`;
  report(["schemaVersion"], `This app is written in format version ${schemaVersion}; ${understood}`);
};

const kindHasItsParts: Rule = ({ kind, flowHref, services, available }, report) => {
  if (kind === "flow" && flowHref === undefined)
    report(["flowHref"], "An app of kind flow needs a flowHref.");
  if (kind === "template" && available && services.length === 0) {
    report(["services"], "An available app of kind template needs at least one service.");
  }
};

const serviceNamesAreUnique: Rule = ({ services }, report) => {
  repeated(
    services,
    (service) => service.name,
    (name, at) => {
      report(["services", at, "name"], `The service name "${name}" is used twice.`);
    },
  );
};

const dependenciesAreDeclared: Rule = ({ services }, report) => {
  const names = new Set(services.map((service) => service.name));
  services.forEach((service, at) => {
    service.dependsOn.forEach((name, on) => {
      if (!names.has(name)) report(["services", at, "dependsOn", on], undeclared(name));
    });
  });
  const circle = dependencyCircle(services);
  if (circle) report(["services"], `Services wait for each other in a circle: ${circle.join(" → ")}.`);
};

const serviceReferencesAreDeclared: Rule = (definition, report) => {
  const names = new Set(definition.services.map((service) => service.name));
  for (const [path, name] of serviceReferences(definition)) {
    if (!names.has(name)) report(path, undeclared(name));
  }
};

const sourcesAreForms: Rule = ({ services, connection }, report) => {
  const names = new Set(services.map((service) => service.name));
  for (const [path, source] of sources(connection)) {
    const parsed = parseSource(source);
    if (!parsed) {
      const forms = "env:<service>:<KEY>, publicUrl:<service>, publicUrl:<service>:<port> or template:<text>";
      report(path, `${quote(source)} is not an output source; write ${forms}.`);
      continue;
    }
    const named =
      parsed.from === "template"
        ? placeholdersIn(parsed.template).flatMap((one) => (one.kind === "config" ? [] : [one.service]))
        : [parsed.service];
    for (const name of new Set(named)) if (!names.has(name)) report(path, undeclared(name));
  }
};

const outputsAreNamedOnce: Rule = ({ connection, provides }, report) => {
  const outputs = connection?.outputs ?? [];
  repeated(
    outputs,
    (output) => output.id,
    (id, at) => {
      report(["connection", "outputs", at, "id"], `The output id ${quote(id)} is used twice.`);
    },
  );
  const ids = new Set(outputs.map((output) => output.id));
  provides.forEach((bundle, at) => {
    bundle.outputRefs.forEach((id, ref) => {
      if (!ids.has(id))
        report(
          ["provides", at, "outputRefs", ref],
          `There is no connection output with the id ${quote(id)}.`,
        );
    });
  });
};

const signingGroupsExist: Rule = ({ configFields }, report) => {
  const secrets = configFields.filter((field) => field.generate !== "jwt");
  const groups = new Set(secrets.map((field) => field.generateGroup));
  configFields.forEach((field, at) => {
    if (field.jwtSecretGroup === undefined || groups.has(field.jwtSecretGroup)) return;
    report(
      ["configFields", at, "jwtSecretGroup"],
      `No field has the generateGroup ${quote(field.jwtSecretGroup)}.`,
    );
  });
};

const keysAreWrittenOnce: Rule = ({ configFields, settings }, report) => {
  const identity = (field: { service: string; key: string }) => `${field.service}: ${field.key}`;
  const fields = settings.flatMap((group, g) =>
    group.fields.map((field, f) => ({ field, path: ["settings", g, "fields", f] })),
  );
  const all = [...configFields.map((field, at) => ({ field, path: ["configFields", at] })), ...fields];
  repeated(
    all,
    ({ field }) => identity(field),
    (_, at) => {
      const entry = all[at];
      if (entry)
        report(
          [...entry.path, "key"],
          `${entry.field.key} of ${entry.field.service} is written by two fields.`,
        );
    },
  );
  repeated(
    settings,
    (group) => group.id,
    (id, at) => report(["settings", at, "id"], `The group id ${quote(id)} is used twice.`),
  );
};

const choicesHaveOptions: Rule = ({ settings }, report) => {
  settings.forEach((group, g) => {
    group.fields.forEach((field, f) => {
      const path = ["settings", g, "fields", f];
      const chooses = field.type === "select" || field.type === "radio" || field.type === "multiselect";
      if (chooses && !field.options?.length) report([...path, "options"], `A ${field.type} needs options.`);
      const separator = field.separator ?? ",";
      const split =
        field.type === "multiselect" && field.options?.find((option) => option.value.includes(separator));
      if (split)
        report(
          [...path, "options"],
          `The option ${quote(split.value)} contains the separator ${quote(separator)}.`,
        );
      if (field.min !== undefined && field.max !== undefined && field.min > field.max) {
        report([...path, "min"], "min must not be larger than max.");
      }
    });
  });
};

const conditionsNameFields: Rule = ({ settings }, report) => {
  const known = new Set(
    settings.flatMap((group) => group.fields.map((field) => `${field.service} ${field.key}`)),
  );
  settings.forEach((group, g) => {
    group.fields.forEach((field, f) => {
      if (!field.showIf || known.has(`${field.showIf.service ?? field.service} ${field.showIf.field}`))
        return;
      const message = `showIf names ${quote(field.showIf.field)}, which is no setting of that service.`;
      report(["settings", g, "fields", f, "showIf", "field"], message);
    });
  });
};

const patternsAreRegular: Rule = ({ settings, prepare }, report) => {
  const check = (path: Path, pattern: string | undefined) => {
    const wrong = pattern === undefined ? undefined : wrongRegularExpression(pattern);
    if (wrong) report(path, `This is not a regular expression of RE2: ${wrong}.`);
  };
  settings.forEach((group, g) => {
    group.fields.forEach((field, f) => {
      check(["settings", g, "fields", f, "pattern"], field.pattern);
    });
  });
  prepare.forEach((step, at) => {
    check(["prepare", at, "capturePattern"], step.capturePattern);
  });
};

const modesFitTheirKind: Rule = ({ endpoints = [] }, report) => {
  endpoints.forEach((endpoint, at) => {
    const modes = [...(endpoint.allowedModes ?? []), ...(endpoint.defaultMode ? [endpoint.defaultMode] : [])];
    if (endpoint.kind === "tcp" && modes.includes("domain")) {
      report(
        ["endpoints", at],
        `The tcp endpoint ${quote(endpoint.label)} cannot have a domain; use publish or internal.`,
      );
    }
    if (
      endpoint.defaultMode &&
      endpoint.allowedModes &&
      !endpoint.allowedModes.includes(endpoint.defaultMode)
    ) {
      report(
        ["endpoints", at, "defaultMode"],
        `defaultMode "${endpoint.defaultMode}" is not one of allowedModes.`,
      );
    }
  });
  repeated(
    endpoints,
    (endpoint) => `${endpoint.service}:${endpoint.port}/${endpoint.kind}`,
    (name, at) => {
      report(["endpoints", at, "port"], `The endpoint ${name} is declared twice.`);
    },
  );
};

const RULES: readonly Rule[] = [
  versionIsUnderstood,
  kindHasItsParts,
  serviceNamesAreUnique,
  dependenciesAreDeclared,
  serviceReferencesAreDeclared,
  sourcesAreForms,
  outputsAreNamedOnce,
  signingGroupsExist,
  keysAreWrittenOnce,
  choicesHaveOptions,
  conditionsNameFields,
  patternsAreRegular,
  modesFitTheirKind,
  ...STAND_ONCE,
  textsCanBeStored,
];

function undeclared(name: string): string {
  return `There is no service named ${quote(name)}.`;
}

function serviceReferences(definition: Shape): [Path, string][] {
  const plain = (["configFields", "prepare", "endpoints", "files"] as const).flatMap((list) =>
    (definition[list] ?? []).map((entry, at): [Path, string] => [[list, at, "service"], entry.service]),
  );
  const fields = definition.settings.flatMap((group, g) =>
    group.fields.flatMap((field, f): [Path, string][] => {
      const path: Path = ["settings", g, "fields", f];
      const own: [Path, string] = [[...path, "service"], field.service];
      return field.showIf?.service ? [own, [[...path, "showIf", "service"], field.showIf.service]] : [own];
    }),
  );
  const outputs = (definition.connection?.outputs ?? []).flatMap((output, at): [Path, string][] =>
    output.service ? [[["connection", "outputs", at, "service"], output.service]] : [],
  );
  return [...plain, ...fields, ...outputs];
}

function sources(connection: Shape["connection"]): [Path, string][] {
  return (connection?.outputs ?? []).flatMap((output, at): [Path, string][] => [
    [["connection", "outputs", at, "source"], output.source],
    ...(output.variants ?? []).map((variant, v): [Path, string] => [
      ["connection", "outputs", at, "variants", v, "source"],
      variant.source,
    ]),
  ]);
}
