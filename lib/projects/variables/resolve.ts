import { type Lookup, type Placeholder, resolveTemplate } from "@/lib/app-definition/placeholders";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { serviceExposure } from "../addresses";
import type { Exposure } from "../schema";
import type { Variable } from "./stored";

/** A text with nothing left to fill in; `secret` when it holds a secret, or any part of it came from one. */
export type Resolved = { value: string; secret: boolean };
/** The first placeholder, as written without braces, that nothing gives a value for. */
export type Unresolved = { missing: string };

/** How an endpoint's address is written: for people outside, or for containers of the project's network. */
export type AddressForm = (exposure: Exposure) => string;

export type TextOptions = {
  /** Also fills `env:` placeholders, which only outputs may hold. */
  allowEnv?: boolean;
  /** Leaves everything but `config:` placeholders alone: a build knows no addresses. */
  configOnly?: boolean;
  /** Percent-encodes the variables that are filled in, for a text that is a URL. */
  encode?: boolean;
};

export type Resolver = {
  /** A text of the author, for one service. */
  text(template: string, service: string, options?: TextOptions): Resolved | Unresolved;
  /** A variable as the container gets it; undefined when there is none. What people typed is never read for placeholders. */
  variable(service: string, key: string): Resolved | Unresolved | undefined;
};

/** Resolves texts against a project's variables and addresses, each in one pass. */
export function resolver(
  definition: AppDefinition,
  exposures: readonly Exposure[],
  variables: readonly Variable[],
  address: AddressForm,
): Resolver {
  function variable(found: Variable, asked: readonly Variable[]): Resolved | Unresolved {
    if (found.source !== "definition") return { value: found.text, secret: found.secret };
    const resolved = text(found.text, found.service, [...asked, found], {});
    return "missing" in resolved ? resolved : { ...resolved, secret: resolved.secret || found.secret };
  }

  function text(template: string, service: string, asked: readonly Variable[], options: TextOptions) {
    let secret = false;
    const lookup: Lookup = (placeholder) => {
      if (!("key" in placeholder)) return addressText(placeholder, exposures, address);
      const found = candidates(placeholder, service).find((one) => !asked.includes(one));
      const given = found && variable(found, asked);
      if (!given || "missing" in given) return undefined;
      secret ||= given.secret;
      return options.encode ? encodeURIComponent(given.value) : given.value;
    };
    const filled = resolveTemplate(template, lookup, options);
    return "missing" in filled ? filled : { value: filled.value, secret };
  }

  function candidates(placeholder: Extract<Placeholder, { key: string }>, service: string): Variable[] {
    const named = variables.filter((one) => one.key === placeholder.key);
    if (placeholder.kind === "env") return named.filter((one) => one.service === placeholder.service);
    const rank = (one: Variable) => (isConfig(definition, one) ? 0 : 2) + (one.service === service ? 0 : 1);
    return named.sort((one, other) => rank(one) - rank(other));
  }

  return {
    text: (template, service, options = {}) => text(template, service, [], options),
    variable: (service, key) => {
      const found = variables.find((one) => one.service === service && one.key === key);
      return found && variable(found, []);
    },
  };
}

function isConfig(definition: AppDefinition, { service, key }: Variable): boolean {
  return definition.configFields.some((field) => field.service === service && field.key === key);
}

function addressText(
  { kind, service, port }: Extract<Placeholder, { kind: "publicUrl" | "publicHost" }>,
  exposures: readonly Exposure[],
  address: AddressForm,
): string | undefined {
  const exposure = serviceExposure(exposures, service, port);
  if (!exposure) return undefined;
  const written = address(exposure);
  if (kind === "publicHost") return written.replace(/^http:\/\//, "");
  return exposure.kind === "tcp" ? `tcp://${written}` : written;
}
