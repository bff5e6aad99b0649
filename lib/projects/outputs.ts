import { type OutputSource, parseSource } from "@/lib/app-definition/outputs";
import { placeholdersIn } from "@/lib/app-definition/placeholders";
import { addressOf, internalAddressOf, isPublic, serviceExposure } from "./addresses";
import type { ProjectRecord } from "./on-project";
import type { ConnectionOutput, Exposure } from "./schema";
import { type Resolver, resolver } from "./variables/resolve";
import type { Variable } from "./variables/stored";

/** A source's value as people use it; `internalValue` where containers on this engine need another form. */
export type SourceText = {
  value: string;
  internalValue?: string;
  reach: ConnectionOutput["reach"];
  secret: boolean;
};

/** Reads an output's source; `service` is whose host its internal form names. undefined when nothing gives its value. */
export type OutputTexts = (source: string, service?: string) => SourceText | undefined;

// A text that is a URL as a whole: what is put into it must not end its password or begin its path.
const URL_TEMPLATE = /^(?:[a-z][a-z0-9+.-]*:)+\/\/|^\{\{publicUrl:/i;

/** The sources of a project's outputs, in the form for people and in the form for other containers. */
export function outputTexts(
  { definition, exposures }: Pick<ProjectRecord, "definition" | "exposures">,
  variables: readonly Variable[],
): OutputTexts {
  const outside = resolver(definition, exposures, variables, addressOf);
  const inside = resolver(definition, exposures, variables, internalAddressOf);

  function both(
    read: (form: Resolver) => ReturnType<Resolver["variable"]>,
  ): Omit<SourceText, "reach"> | undefined {
    const [outer, inner] = [read(outside), read(inside)];
    if (!outer || "missing" in outer) return undefined;
    const internalValue = inner && "value" in inner && inner.value !== outer.value ? inner.value : undefined;
    return { ...outer, internalValue };
  }

  return (source, service) => {
    const parsed = parseSource(source);
    const found = both((form) => readSource(form, source, service));
    if (!found || !parsed) return undefined;
    if (parsed.from === "env") return { ...found, reach: "any" };
    const named = placeholdersIn(templateOf(source, parsed)).flatMap((one) =>
      "key" in one ? [] : (serviceExposure(exposures, one.service, one.port) ?? []),
    );
    if (named.length > 0) return { ...found, reach: named.every(isPublic) ? "public" : "internal" };
    return service ? { ...found, ...onHost(found.value, service, exposures) } : { ...found, reach: "any" };
  };
}

/** An output's source in one form of the addresses; undefined when it is no source, or there is no such variable. */
export function readSource(form: Resolver, source: string, service = ""): ReturnType<Resolver["variable"]> {
  const parsed = parseSource(source);
  if (!parsed) return undefined;
  if (parsed.from === "env") return form.variable(parsed.service, parsed.key);
  const template = templateOf(source, parsed);
  return form.text(template, service, { allowEnv: true, encode: URL_TEMPLATE.test(template) });
}

function templateOf(source: string, parsed: Exclude<OutputSource, { from: "env" }>): string {
  return parsed.from === "publicUrl" ? `{{${source}}}` : parsed.template;
}

/** A text that names a service by its hostname: the same with the public host, where there is one. */
function onHost(
  text: string,
  service: string,
  exposures: readonly Exposure[],
): Pick<SourceText, "value" | "internalValue" | "reach"> {
  for (const exposure of exposures.filter((one) => one.service === service)) {
    const inner = `${service}:${exposure.port}`;
    const at = new RegExp(`(^|//|@)${service}:${exposure.port}(?=$|[/?#])`).exec(text);
    if (!at) continue;
    if (!isPublic(exposure)) return { value: text, reach: "internal" };
    const start = at.index + (at[1]?.length ?? 0);
    const outer = addressOf(exposure).replace(/^http:\/\//, "");
    return {
      value: text.slice(0, start) + outer + text.slice(start + inner.length),
      internalValue: text,
      reach: "public",
    };
  }
  return { value: text, reach: "any" };
}
