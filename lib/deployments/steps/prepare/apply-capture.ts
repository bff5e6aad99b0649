import { addressOf } from "@/lib/projects/addresses";
import { frozen } from "@/lib/projects/freeze";
import { type Resolved, resolver } from "@/lib/projects/variables/resolve";
import type { Variable } from "@/lib/projects/variables/stored";
import { openSecret } from "@/lib/secrets";
import type { FrozenRun } from "../../run/context";
import type { DerivedText } from "../../snapshot";

type Place = { service: string; key: string };

/**
 * Puts a captured value where it belongs in a run: into its own variable, and into every variable and file of the
 * author that names it. Everything else is as it was frozen, whatever people have changed since. A service that gets
 * something new counts up, so that its container is known to be out of date.
 * @returns the values to hide from now on
 */
export function applyCapture(run: FrozenRun, place: Place, captured: Resolved): string[] {
  const changed = new Map<string, Resolved>();
  const put = (at: Place & { isFile?: boolean }, resolved: Resolved) => {
    const isNew = at.isFile ? putFile(run, at, resolved) : putVariable(run, at, resolved);
    if (isNew) changed.set(`${at.service} ${at.key}`, resolved);
    if (isNew) countUp(run, at.service);
  };
  put(place, captured);
  for (const [text, resolved] of resolveDerived(run)) put(text, resolved);
  return [captured, ...changed.values()].filter(({ secret }) => secret).map(({ value }) => value);
}

/** What names no captured value yet is not among them. */
function resolveDerived(run: FrozenRun): [DerivedText, Resolved][] {
  const { definition, exposures, derived = [] } = run.snapshot;
  const resolve = resolver(definition, exposures, variablesOf(run), addressOf);
  return derived.flatMap((one): [DerivedText, Resolved][] => {
    const { service, key, isFile } = one;
    const resolved = isFile ? resolve.text(templateOf(run, one), service) : resolve.variable(service, key);
    return resolved && "value" in resolved ? [[one, resolved]] : [];
  });
}

/** The variables as they were frozen, final, and the templates that have to be filled in anew. */
function variablesOf(run: FrozenRun): Variable[] {
  const { snapshot, env } = run;
  const derived = (snapshot.derived ?? []).filter(({ isFile }) => !isFile);
  const isDerived = (service: string, key: string) =>
    derived.some((one) => one.service === service && one.key === key);
  const final = snapshot.definition.services.flatMap(({ name: service }) =>
    Object.entries(env[service] ?? {})
      .filter(([key]) => !isDerived(service, key))
      .map(([key, text]): Variable => {
        const secret = snapshot.env[service]?.[key]?.secret !== undefined;
        return { service, key, text, secret, source: "captured" };
      }),
  );
  const templates = derived.map((one): Variable => {
    const { service, key, text } = one;
    return {
      service,
      key,
      text: templateOf(run, one),
      secret: text.secret !== undefined,
      source: "definition",
    };
  });
  // In the order in which a freeze reads them, which decides between two of one key.
  return [...final, ...templates].sort((a, b) => a.service.localeCompare(b.service, "en"));
}

function templateOf({ lease }: FrozenRun, { service, key, text }: DerivedText): string {
  if (text.secret === undefined) return text.value ?? "";
  return openSecret(text.secret, { projectId: lease.row.projectId, service, key });
}

/** @returns whether the container gets something else than before */
function putVariable({ snapshot, env, lease }: FrozenRun, { service, key }: Place, resolved: Resolved) {
  const [shut, open] = [snapshot.env[service], env[service]];
  if (!shut || !open) return false;
  const isNew = open[key] !== resolved.value;
  shut[key] = frozen(resolved, { projectId: lease.row.projectId, service, key });
  open[key] = resolved.value;
  return isNew;
}

/** @returns whether the container gets something else than before */
function putFile({ snapshot, files, lease }: FrozenRun, { service, key: path }: Place, resolved: Resolved) {
  const isHere = (file: { service: string; path: string }) => file.service === service && file.path === path;
  const content = frozen(resolved, { projectId: lease.row.projectId, service, key: path });
  const before = files.find(isHere);
  const isNew = before?.content !== resolved.value;
  replace(snapshot.files, isHere, { service, path, content });
  replace(files, isHere, { service, path, content: resolved.value });
  return isNew;
}

function replace<T>(list: T[], isIt: (one: T) => boolean, next: T): void {
  const at = list.findIndex(isIt);
  if (at < 0) list.push(next);
  else list[at] = next;
}

function countUp({ snapshot }: FrozenRun, service: string): void {
  snapshot.revisions = { ...snapshot.revisions, [service]: (snapshot.revisions?.[service] ?? 0) + 1 };
}

/** The derived texts that nothing gives a value for. */
export function leftOut({ snapshot, env, files }: FrozenRun): DerivedText[] {
  return (snapshot.derived ?? []).filter(({ service, key, isFile }) =>
    isFile
      ? !files.some((file) => file.service === service && file.path === key)
      : env[service]?.[key] === undefined,
  );
}
