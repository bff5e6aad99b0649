import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import type { DraftService } from "../draft";
import { labelOf } from "./names";
import type { Piece, Secret, Setting } from "./variables";

type ConfigField = NonNullable<AppDefinitionInput["configFields"]>[number];
type SettingField = NonNullable<AppDefinitionInput["settings"]>[number]["fields"][number];

/** Which env key of which service holds a variable, and nothing else. */
type Home = { service: string; key: string };

export type Assigned = {
  /** Env by service. */
  environment: Map<string, Record<string, string>>;
  secretEnv: Map<string, string[]>;
  configFields: ConfigField[];
  settings: SettingField[];
  files: { service: string; path: string; content: string }[];
};

/**
 * Gives every variable a home: a configField or a setting that writes one env key. Other places refer to it by
 * `{{config:KEY}}`, which looks in the service's own fields first and then for any field of that name, so a home
 * is either on the same service or the only one with its key.
 */
export function assignVariables(services: readonly DraftService[]): Assigned {
  return new Assignment(services).assigned();
}

class Assignment {
  readonly #services: readonly DraftService[];
  readonly #homes = new Map<string, Home[]>();
  readonly #specs = new Map<string, Secret | Setting>();
  /** Every key that something writes, with the variables that are all there is in it ("" for other text). */
  readonly #writers = new Map<string, Set<string>>();
  readonly #result: Assigned = {
    environment: new Map(),
    secretEnv: new Map(),
    configFields: [],
    settings: [],
    files: [],
  };

  constructor(services: readonly DraftService[]) {
    this.#services = services;
    for (const service of services) {
      for (const [key, pieces] of service.env) {
        const alone = only(pieces);
        this.#write(key, alone?.variable ?? "");
        if (alone) this.#direct(alone, { service: service.name, key });
      }
    }
  }

  assigned(): Assigned {
    for (const service of this.#services) this.#fill(service);
    for (const [variable, homes] of this.#homes) this.#fields(variable, homes);
    return this.#result;
  }

  #direct({ variable, spec }: { variable: string; spec: Secret | Setting }, place: Home): void {
    this.#specs.set(variable, spec);
    this.#homes.set(variable, [...(this.#homes.get(variable) ?? []), place]);
  }

  #fill(service: DraftService): void {
    const environment: Record<string, string> = {};
    const secretEnv = new Set(service.secretEnv);
    for (const [key, pieces] of service.env) {
      if (only(pieces)) continue;
      environment[key] = this.#text(pieces, service.name);
      if (pieces.some((piece) => "variable" in piece && isSecret(piece.spec))) secretEnv.add(key);
    }
    for (const { path, content } of service.files) {
      this.#result.files.push({ service: service.name, path, content: this.#text(content, service.name) });
    }
    this.#result.environment.set(service.name, environment);
    this.#result.secretEnv.set(service.name, [...secretEnv]);
  }

  #text(pieces: readonly Piece[], service: string): string {
    return pieces
      .map((piece) => {
        if ("text" in piece) return piece.text;
        // A placeholder of a value that may be empty would never resolve.
        if (piece.spec.kind === "setting" && piece.spec.optional) return piece.spec.default ?? "";
        return `{{config:${this.#home(piece.variable, piece.spec, service)}}}`;
      })
      .join("");
  }

  /** The key by which `service` can name the variable; made when there is none yet. */
  #home(variable: string, spec: Secret | Setting, service: string): string {
    this.#specs.set(variable, spec);
    const homes = this.#homes.get(variable) ?? [];
    const own = spec.kind === "secret" && homes.find((home) => home.service === service);
    if (own) return own.key;
    const alone = homes.find(({ key }) => this.#writers.get(key)?.size === 1);
    if (alone) return alone.key;
    const key = this.#freeKey(variable);
    this.#write(key, variable);
    // A setting is asked once, in its first home, so that goes before the places that need another name for it.
    this.#homes.set(variable, [{ service, key }, ...homes]);
    return key;
  }

  #freeKey(variable: string): string {
    const base = variable
      .replaceAll(/[^A-Za-z0-9_]/g, "_")
      .replace(/^(?=\d)/, "_")
      .slice(0, 100);
    for (let number = 1; ; number++) {
      const key = number === 1 ? base : `${base}_${number}`;
      if (!this.#writers.has(key) && !(key in {})) return key;
    }
  }

  #write(key: string, variable: string): void {
    const writers = this.#writers.get(key) ?? new Set();
    this.#writers.set(key, writers.add(variable));
  }

  #fields(variable: string, homes: readonly Home[]): void {
    const spec = this.#specs.get(variable);
    if (spec?.kind === "secret") this.#secretFields(variable, spec, homes);
    if (spec?.kind === "setting") this.#settingFields(variable, spec, homes);
  }

  #secretFields(variable: string, spec: Secret, homes: readonly Home[]): void {
    const signer = spec.jwt?.of !== undefined && this.#specs.get(spec.jwt.of)?.kind === "secret";
    for (const { service, key } of homes) {
      this.#result.configFields.push({
        key,
        service,
        label: spec.label ?? labelOf(key),
        ...(spec.help !== undefined && { help: spec.help }),
        type: "password",
        generate: spec.jwt ? "jwt" : "secret",
        generateGroup: groupOf(variable),
        ...(spec.jwt?.role !== undefined && { jwtRole: spec.jwt.role }),
        ...(signer && spec.jwt?.of !== undefined && { jwtSecretGroup: groupOf(spec.jwt.of) }),
        ...(!spec.jwt && spec.length !== undefined && { length: Math.min(Math.max(spec.length, 8), 1_024) }),
        ...(!spec.jwt && spec.encoding !== undefined && { encoding: spec.encoding }),
        required: true,
        secret: true,
      });
      this.#result.secretEnv.get(service)?.push(key);
    }
  }

  #settingFields(variable: string, spec: Setting, homes: readonly Home[]): void {
    const [first] = homes;
    if (!first) return;
    const shareable = !spec.optional;
    const alone = homes.find(({ key }) => this.#writers.get(key)?.size === 1);
    if (shareable && homes.length > 1 && !alone) {
      // Every key that holds it means something else elsewhere: it gets one of its own.
      const key = this.#freeKey(variable);
      this.#write(key, variable);
      this.#shared(variable, spec, { service: first.service, key }, homes);
      return;
    }
    if (shareable && alone) {
      const others = homes.filter((home) => home !== alone);
      this.#shared(variable, spec, alone, others);
      return;
    }
    for (const home of homes) this.#result.settings.push(settingField(variable, spec, home));
  }

  #shared(variable: string, spec: Setting, home: Home, others: readonly Home[]): void {
    this.#result.settings.push(settingField(variable, spec, home));
    for (const { service, key } of others) {
      const environment = this.#result.environment.get(service);
      if (environment) environment[key] = `{{config:${home.key}}}`;
      if (isSecret(spec)) this.#result.secretEnv.get(service)?.push(key);
    }
  }
}

function settingField(variable: string, spec: Setting, { service, key }: Home): SettingField {
  const value = spec.default;
  const isSwitch = value === "true" || value === "false";
  return {
    key,
    service,
    label: labelOf(variable),
    ...(value !== undefined && value !== "" && { default: value }),
    type: isSwitch ? "boolean" : value?.includes("\n") ? "textarea" : "text",
    // A switch is never empty, and something that others refer to must not be.
    ...(!spec.optional && !isSwitch && { required: true }),
    ...(!spec.optional && value === undefined && { installStep: true }),
    requiresRedeploy: true,
    ...spec.field,
  };
}

function only(pieces: readonly Piece[]): Extract<Piece, { variable: string }> | undefined {
  const [first] = pieces;
  return pieces.length === 1 && first && "variable" in first ? first : undefined;
}

function isSecret(spec: Secret | Setting): boolean {
  return spec.kind === "secret" || spec.field?.secret === true;
}

function groupOf(variable: string): string {
  return variable.toLowerCase();
}
