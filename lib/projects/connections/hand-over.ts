import { inLocale } from "@/lib/app-definition/schema";
import { addressAt, publicHost } from "../addresses";
import type { ProjectRecord } from "../on-project";
import { outputTexts, readSource } from "../outputs";
import { resolver } from "../variables/resolve";
import { isSecretKey } from "../variables/secret-keys";
import type { Variable } from "../variables/stored";
import { type Bundle, type Delivery, deliveries } from "./bundle";
import { linkHost, withHost } from "./hosts";
import type { ConnectionMode } from "./schema";

type User = Pick<ProjectRecord, "definition">;
type Requirement = ProjectRecord["definition"]["requires"][number];
/** A project that provides something, with its variables in the open, those that it is given itself left out. */
export type Source = Pick<ProjectRecord, "name" | "slug" | "definition" | "exposures"> & {
  variables: readonly Variable[];
};

/** What a source gives: variables of the user, and its own services that must be reached for them to work. */
export type HandedOver = { variables: Variable[]; services: string[] };

/**
 * The values that a source hands over for a requirement, as they are now. What it has no value for is left out, as it
 * is on its connection card; the main value is not.
 * @returns a sentence when it cannot be done in this mode
 */
export function handOver(
  user: User,
  requirement: Requirement,
  { source, bundle, mode }: { source: Source; bundle: Bundle; mode: ConnectionMode },
): HandedOver | { refused: string } {
  const read = mode === "internal" ? linkedValues(source) : publicValues(source);
  const variables: Variable[] = [];
  const services = new Set<string>();
  for (const delivery of deliveries(user.definition, requirement, bundle)) {
    const value = read(delivery);
    if (value && "refused" in value) return value;
    if (!value && delivery.output === bundle.outputs[0]) return { refused: without(source, delivery) };
    if (!value) continue;
    for (const service of value.services) services.add(service);
    const hidden = value.secret || (delivery.output.secret ?? false);
    variables.push(
      ...delivery.services.map((service): Variable => {
        const secret = hidden || isSecretKey(user.definition, service, delivery.key);
        return { service, key: delivery.key, text: value.text, secret, source: "connection" };
      }),
    );
  }
  return { variables, services: [...services].sort() };
}

type Value = { text: string; secret: boolean; services: string[] };
type Read = (delivery: Delivery) => Value | { refused: string } | undefined;

/** The values as containers on the connection's network use them. */
function linkedValues({ slug, definition, exposures, variables }: Source): Read {
  let named = new Set<string>();
  const form = resolver(definition, exposures, variables, (exposure) => {
    named.add(exposure.service);
    return addressAt(linkHost(slug, exposure.service), exposure);
  });
  return ({ output }) => {
    named = new Set(output.service ? [output.service] : []);
    const found = readSource(form, output.source, output.service);
    if (!found || "missing" in found) return undefined;
    const isTemplate = output.source.startsWith("template:");
    const text =
      isTemplate && output.service
        ? withHost(found.value, output.service, linkHost(slug, output.service))
        : found.value;
    return { text, secret: found.secret, services: [...named] };
  };
}

/** The values as people use them from outside. */
function publicValues(source: Source): Read {
  const texts = outputTexts(source, source.variables);
  return ({ output }) => {
    const found = texts(output.source, output.service);
    if (!found) return undefined;
    if (found.reach === "internal") {
      return { refused: `${labelled(output.label)} of ${source.name} is not opened to the outside.` };
    }
    if (found.reach === "public" && isLoopback(publicHost())) {
      return {
        refused: `The public address of ${source.name} is ${publicHost()}, which leads every container to itself. Connect internally, or set ROADSTEAD_PUBLIC_URL.`,
      };
    }
    return { text: found.value, secret: found.secret, services: [] };
  };
}

function without({ name }: Source, { output }: Delivery): string {
  return `${name} has no value of its own for ${labelled(output.label)}.`;
}

const labelled = (label: string) => `“${inLocale(label)}”`;

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(host);
}
