import type { AppDefinition } from "@/lib/app-definition/schema";
import { parseVolume } from "@/lib/app-definition/volumes";

export type MountedVolume = { name: string; service: string; target: string; readOnly: boolean };

/** Every mount of a project's named volumes, service by service; `name` is what the engine calls the volume. */
export function mountedVolumes({
  slug,
  definition,
}: {
  slug: string;
  definition: Pick<AppDefinition, "services">;
}): MountedVolume[] {
  return definition.services.flatMap((service) =>
    service.volumes.flatMap((text) => {
      const parsed = parseVolume(text);
      if (!parsed.ok) return [];
      const { name, target, readOnly } = parsed.volume;
      return [{ name: `${slug}_${name}`, service: service.name, target, readOnly }];
    }),
  );
}
