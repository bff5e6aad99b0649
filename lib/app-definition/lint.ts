import { z } from "zod";
import { routesOf } from "./endpoints";
import type { Shape } from "./format/shape";
import { isPinned, parseImage } from "./images";
import { lintBuilds } from "./lint-builds";
import { parseDefinition } from "./parse";
import { placeholdersIn } from "./placeholders";
import { capturedPlaces } from "./prepare/captured-places";
import { isPostReady, isRun } from "./prepare/order";
import { quote, shortened } from "./quote";
import { AppDefinition } from "./schema";
import { wrongValue } from "./setting-value";

/** Something that is allowed but probably not meant. `suggestion` is the key that was probably meant. */
export type DefinitionWarning = { path: string; message: string; suggestion?: string };

const MOST_WARNINGS = 100;

/** Looks a definition over as its author wrote it; a definition that does not parse is told its unknown keys only. */
export function lintDefinition(input: unknown): DefinitionWarning[] {
  const parsed = parseDefinition(input);
  const checked = parsed.ok ? CHECKS.flatMap((check) => check(parsed.definition)) : [];
  const warnings: DefinitionWarning[] = [];
  // One by one: the nearest known key is looked for only as often as it is told.
  for (const warning of unknownKeys(AppDefinition, input, [])) {
    warnings.push(warning);
    if (warnings.length === MOST_WARNINGS) return warnings;
  }
  return [...warnings, ...checked].slice(0, MOST_WARNINGS);
}

type Check = (definition: Shape) => DefinitionWarning[];

const unpinnedImages: Check = ({ services }) =>
  services.flatMap((service, at) => {
    const image = service.image === undefined ? undefined : parseImage(service.image);
    if (!image || isPinned(image)) return [];
    const message = `The image "${service.image}" is not pinned: name a version, so that every install is the same.`;
    return [{ path: `services.${at}.image`, message }];
  });

const exposedWithoutPort: Check = ({ services, endpoints }) =>
  services.flatMap((service, at) => {
    if (!service.exposed || endpoints || routesOf(service).length > 0) return [];
    return [
      {
        path: `services.${at}.exposed`,
        message: `"${service.name}" is exposed but names no port; set exposedPort.`,
      },
    ];
  });

const tokensWithoutSecret: Check = ({ configFields }) =>
  configFields.flatMap((field, at) =>
    field.generate === "jwt" && field.jwtSecretGroup === undefined
      ? [{ path: `configFields.${at}`, message: "Nobody can verify this token: name its jwtSecretGroup." }]
      : [],
  );

const defaultsThatDoNotFit: Check = ({ settings }) =>
  settings.flatMap((group, g) =>
    group.fields.flatMap((field, f) => {
      const wrong = field.default ? wrongValue(field, field.default) : undefined;
      return wrong
        ? [{ path: `settings.${g}.fields.${f}.default`, message: `The default does not fit: ${wrong}` }]
        : [];
    }),
  );

const stepsThatNeverRun: Check = ({ prepare }) =>
  prepare.flatMap((step, at) =>
    step.phase === "pre-deploy"
      ? [
          {
            path: `prepare.${at}.phase`,
            message: "Steps of the phase pre-deploy are accepted but never run.",
          },
        ]
      : [],
  );

const stepsThatDoNotAddUp: Check = ({ prepare, settings }) => {
  const ids = new Set<string>();
  const fields = settings.flatMap((group) => group.fields);
  return prepare.flatMap((step, at) => {
    const warn = (key: string, message: string) => [{ path: `prepare.${at}.${key}`, message }];
    const { service, capture, persistAs } = step;
    const isRepeated = ids.has(`${service} ${capture}`);
    ids.add(`${service} ${capture}`);
    const isTyped = fields.some((field) => field.service === service && field.key === persistAs?.key);
    return [
      ...(step.readiness && !isPostReady(step)
        ? warn("readiness", "Only steps of the phase post-ready wait for their readiness.")
        : []),
      ...(step.capturePattern !== undefined && !persistAs
        ? warn("capturePattern", "What this pattern takes out is kept nowhere: name a key in persistAs.")
        : []),
      ...(persistAs && isTyped
        ? warn(
            "persistAs.key",
            `${persistAs.key} is a setting too: what a person gives it is never replaced.`,
          )
        : []),
      ...(persistAs && !isRun(step) ? warn("persistAs", "A step that is never run keeps nothing.") : []),
      ...(isRepeated
        ? warn(
            "capture",
            `Another step of ${service} captures ${quote(capture)} too: names tell steps apart.`,
          )
        : []),
    ];
  });
};

const placeholdersToNowhere: Check = (definition) => {
  const names = new Set(definition.services.map((service) => service.name));
  const keys = writtenKeys(definition);
  return texts(definition).flatMap(({ path, text, output }) =>
    placeholdersIn(text).flatMap((one): DefinitionWarning[] => {
      const warn = (why: string) => [{ path, message: `{{${one.written}}} ${why}` }];
      if (one.kind === "config")
        return keys.has(one.key) ? [] : warn(`names "${one.key}", which nothing writes.`);
      if (one.kind === "env" && !output) return warn("is resolved in connection outputs only.");
      return names.has(one.service) ? [] : warn(`names "${one.service}", which is no service.`);
    }),
  );
};

const CHECKS: readonly Check[] = [
  unpinnedImages,
  exposedWithoutPort,
  tokensWithoutSecret,
  defaultsThatDoNotFit,
  stepsThatNeverRun,
  stepsThatDoNotAddUp,
  placeholdersToNowhere,
  (definition) => lintBuilds(definition, writtenKeys(definition)),
];

/** Every key that `{{config:KEY}}` can name. */
function writtenKeys({ services, configFields, settings, prepare }: Shape): Set<string> {
  return new Set([
    ...configFields.map((field) => field.key),
    ...settings.flatMap((group) => group.fields.map((field) => field.key)),
    ...services.flatMap((service) => Object.keys(service.environment)),
    ...capturedPlaces({ prepare }).map(({ key }) => key),
  ]);
}

function texts({ services, files, connection }: Shape): { path: string; text: string; output?: boolean }[] {
  const environment = services.flatMap((service, at) =>
    Object.entries(service.environment).map(([key, text]) => ({
      path: `services.${at}.environment.${key}`,
      text,
    })),
  );
  const content = files.map((file, at) => ({ path: `files.${at}.content`, text: file.content }));
  const outputs = (connection?.outputs ?? []).flatMap((output, at) => [
    { path: `connection.outputs.${at}.source`, text: output.source, output: true },
    ...(output.variants ?? []).map((variant, v) => ({
      path: `connection.outputs.${at}.variants.${v}.source`,
      text: variant.source,
      output: true,
    })),
  ]);
  return [...environment, ...content, ...outputs];
}

/** Walks the value along the schema; a key the schema does not have would be dropped without a word. */
function* unknownKeys(
  schema: unknown,
  value: unknown,
  path: (string | number)[],
): Generator<DefinitionWarning, undefined> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return yield* unknownKeys(schema.unwrap(), value, path);
  if (Array.isArray(value)) {
    if (!(schema instanceof z.ZodArray)) return;
    for (const [at, item] of value.entries()) yield* unknownKeys(schema.element, item, [...path, at]);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.find((option) => z.safeParse(option, value).success);
    return fitting ? yield* unknownKeys(fitting, value, path) : undefined;
  }
  if (!(schema instanceof z.ZodObject)) return;
  const shape: Record<string, unknown> = schema.shape;
  for (const [key, item] of Object.entries(value)) {
    if (Object.hasOwn(shape, key)) yield* unknownKeys(shape[key], item, [...path, key]);
    else yield unknownKey([...path, key], key, Object.keys(shape));
  }
}

function unknownKey(path: (string | number)[], key: string, known: readonly string[]): DefinitionWarning {
  const suggestion = nearest(key, known);
  const hint = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  const message = `${quote(key)} is no key of the format and is left out.${hint}`;
  return {
    path: path.map((part) => shortened(String(part))).join("."),
    message,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The known key that takes the fewest changes of a letter, unless that is more than a slip. */
function nearest(key: string, known: readonly string[]): string | undefined {
  if (key.length > 64) return undefined;
  const ranked = known
    .map((name) => ({ name, distance: distance(key.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** How many letters must be changed, added, left out or swapped with their neighbour; two rows at a time. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [on, other] of [...to].entries()) {
      const changed = (row[on] ?? 0) + Number(letter !== other);
      const swapped = letter === to[on - 1] && from[at - 1] === other ? (before[on - 1] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[on + 1] ?? 0) + 1, (next[on] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
