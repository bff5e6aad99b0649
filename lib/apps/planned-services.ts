import { Refusal } from "@/lib/access/refusal";
import { imageInWords } from "@/lib/app-definition/build-file";
import type { AppDefinition, Service } from "@/lib/app-definition/schema";
import { startOrder } from "@/lib/app-definition/start-order";
import { type Engine, EngineError, type EngineImage } from "@/lib/engine/engine";
import { engine } from "@/lib/servers";

/** Each service with its image as the engine has it now, and when it starts, in words. */
export async function plannedServices({ services }: AppDefinition) {
  const host = await engineIfAny();
  const waves = startOrder(services);
  return await Promise.all(
    services.map(async (service) => {
      const found = host && service.image ? await look(host, service.image) : undefined;
      return {
        name: service.name,
        image: imageInWords(service),
        build: service.build ? ("built" as const) : null,
        present: found === undefined ? null : found !== null,
        sizeBytes: found?.sizeBytes ?? null,
        digest: found?.digest ?? null,
        starts: startsInWords(service, services),
        order: waves.findIndex((wave) => wave.includes(service)) + 1,
      };
    }),
  );
}

/** When a service starts, such as `First` or `When postgres is healthy`. */
export function startsInWords(
  { dependsOn }: Pick<Service, "dependsOn">,
  services: readonly Service[],
): string {
  if (dependsOn.length === 0) return "First";
  const healthy = dependsOn.filter((name) =>
    hasHealthcheck(services.find((service) => service.name === name)),
  );
  const rest = dependsOn.filter((name) => !healthy.includes(name));
  const when =
    healthy.length > 0 ? `When ${listed(healthy)} ${healthy.length > 1 ? "are" : "is"} healthy` : "";
  if (rest.length === 0) return when;
  return when ? `${when}, after ${listed(rest)}` : `After ${listed(rest)}`;
}

function hasHealthcheck(service: Service | undefined): boolean {
  return service?.healthcheck !== undefined && !service.healthcheck.disable;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}

/** null: not there; undefined: the engine could not say. */
async function look(host: Engine, image: string): Promise<EngineImage | null | undefined> {
  try {
    return (await host.findImage(image)) ?? null;
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

async function engineIfAny(): Promise<Engine | undefined> {
  try {
    return await engine();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
