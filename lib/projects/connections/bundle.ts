import type { AppDefinition } from "@/lib/app-definition/schema";

type Requirement = AppDefinition["requires"][number];
type Output = NonNullable<AppDefinition["connection"]>["outputs"][number];

/** One value of a bundle, under the key and for the services of the project that uses it. */
export type Delivery = { output: Output; key: string; services: string[] };
export type Bundle = { provideId: string; outputs: [main: Output, ...others: Output[]] };

/**
 * What a definition offers for a requirement: its first bundle of that category, or its first of all when the
 * requirement names none. The main value is the recommended output, else the first.
 */
export function bundleFor(
  { provides, connection }: Pick<AppDefinition, "provides" | "connection">,
  { category }: Pick<Requirement, "category">,
): Bundle | undefined {
  for (const { id, category: offered, outputRefs } of provides) {
    if (category !== undefined && offered !== category) continue;
    const outputs = outputRefs.flatMap(
      (ref) => connection?.outputs.find((output) => output.id === ref) ?? [],
    );
    const main = outputs.find((output) => output.recommended) ?? outputs[0];
    if (main) return { provideId: id, outputs: [main, ...outputs.filter((output) => output !== main)] };
  }
  return undefined;
}

/**
 * Where the values of a bundle go. The main one goes under the requirement's key to the services that declare it, or
 * to all when none does; every other under its own key to the services that declare that, if any.
 */
export function deliveries(
  user: Pick<AppDefinition, "services" | "configFields" | "settings" | "requires">,
  { id, envKey }: Pick<Requirement, "id" | "envKey">,
  { outputs: [main, ...others] }: Bundle,
): Delivery[] {
  const taken = new Set(user.requires.map((requirement) => requirement.envKey));
  return [
    { output: main, key: envKey, services: receivers(user, { id, envKey }) },
    ...others.flatMap((output) => {
      const { envKey: key } = output;
      if (key === undefined || taken.has(key)) return [];
      taken.add(key);
      const services = declaring(user, key);
      return services.length > 0 ? [{ output, key, services }] : [];
    }),
  ];
}

/** The services that receive a requirement's main value. */
export function receivers(
  user: Pick<AppDefinition, "services" | "configFields" | "settings">,
  { envKey }: Pick<Requirement, "id" | "envKey">,
): string[] {
  const named = declaring(user, envKey);
  return named.length > 0 ? named : user.services.map(({ name }) => name);
}

function declaring(
  { services, configFields, settings }: Pick<AppDefinition, "services" | "configFields" | "settings">,
  key: string,
): string[] {
  const fields = [...configFields, ...settings.flatMap((group) => group.fields)];
  return services
    .filter(
      ({ name, environment, secretEnv }) =>
        Object.hasOwn(environment, key) ||
        secretEnv.includes(key) ||
        fields.some((field) => field.service === name && field.key === key),
    )
    .map(({ name }) => name);
}
