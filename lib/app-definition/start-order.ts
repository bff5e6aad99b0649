type Dependent = { name: string; dependsOn?: readonly string[] };

/**
 * Waves of services: each wave depends only on earlier ones, so that the services within it can start together.
 * A dependency on a service that is not in the list counts as met.
 * @throws RangeError when the dependencies form a circle (a parsed definition has none)
 */
export function startOrder<S extends Dependent>(services: readonly S[]): S[][] {
  const waves: S[][] = [];
  let waiting = [...services];
  while (waiting.length > 0) {
    const names = new Set(waiting.map((service) => service.name));
    const ready = waiting.filter((service) => !(service.dependsOn ?? []).some((name) => names.has(name)));
    if (ready.length === 0)
      throw new RangeError(`These services wait for each other: ${[...names].join(", ")}.`);
    waves.push(ready);
    waiting = waiting.filter((service) => !ready.includes(service));
  }
  return waves;
}

/** The services of one circle in the order they wait for each other, or undefined when there is none. */
export function dependencyCircle(services: readonly Dependent[]): string[] | undefined {
  const byName = new Map(services.map((service) => [service.name, service]));
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | undefined => {
    const seenAt = path.indexOf(name);
    if (seenAt >= 0) return [...path.slice(seenAt), name];
    if (done.has(name)) return undefined;
    for (const next of byName.get(name)?.dependsOn ?? []) {
      const circle = visit(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const { name } of services) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
}
