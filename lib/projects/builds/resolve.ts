import { Refusal } from "@/lib/access/refusal";
import { placeholdersIn } from "@/lib/app-definition/placeholders";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { BUILD_LIMITS } from "@/lib/engine/check-build";
import type { Resolved, Resolver } from "../variables/resolve";
import { buildArguments } from "./arguments";
import { BUILD_FILE } from "./place";

// The format's own limits keep what an author wrote far below; this is for what answers make of it.
const MOST_CONTEXT_BYTES = 4 * 1024 * 1024;

export type ResolvedBuild = {
  service: string;
  dockerfile: Resolved;
  files: { path: string; content: Resolved }[];
};

/**
 * The build files of a project with every `{{config:…}}` filled, in one pass.
 * @throws Refusal VALIDATION_ERROR for a placeholder without a value, a value with a line break in a build file, and
 *   what is larger than a build may be
 */
export function resolveBuilds({ services }: AppDefinition, resolve: Resolver): ResolvedBuild[] {
  let bytes = 0;
  const fill = (service: string, path: string, template: string): Resolved => {
    // Counted before it is written: a small file may name a large value thousands of times.
    bytes += Buffer.byteLength(template) + valueBytes(resolve, service, path, template);
    if (bytes > MOST_CONTEXT_BYTES) {
      throw refuse(
        service,
        path,
        "makes the build context larger than 4 MiB, which is the most. Shorten a value.",
      );
    }
    const text = resolve.text(template, service, { configOnly: true });
    if ("value" in text) return text;
    throw refuse(service, path, `cannot be filled in: nothing gives {{${text.missing}}}.`);
  };
  return services.flatMap(({ name: service, build }) => {
    if (!build) return [];
    const files = build.files.map(({ path, content }) => ({ path, content: fill(service, path, content) }));
    return [{ service, dockerfile: fill(service, BUILD_FILE, build.dockerfile), files }];
  });
}

/** The bytes of all values that a text asks for. A line break would begin an instruction that no author wrote. */
function valueBytes(resolve: Resolver, service: string, path: string, template: string): number {
  const known = new Map<string, number>();
  const measure = (written: string): number => {
    const text = resolve.text(`{{${written}}}`, service, { configOnly: true });
    if ("missing" in text) return 0;
    if (path === BUILD_FILE && /[\r\n]/.test(text.value)) {
      const key = written.replace("config:", "");
      throw refuse(
        service,
        path,
        `asks for ${key}, whose value has a line break. Read it with ARG ${key} instead.`,
      );
    }
    return Buffer.byteLength(text.value);
  };
  return placeholdersIn(template).reduce((sum, { kind, written }) => {
    if (kind !== "config") return sum;
    const bytes = known.get(written) ?? measure(written);
    known.set(written, bytes);
    return sum + bytes;
  }, 0);
}

/** @throws Refusal VALIDATION_ERROR naming the longest variable when the arguments are more than an engine takes */
export function refuseLongArguments(
  { services }: AppDefinition,
  env: Readonly<Record<string, Readonly<Record<string, string>>>>,
): void {
  for (const { name } of services.filter(({ build }) => build)) {
    const args = buildArguments(services, env, name);
    const length = encodeURIComponent(JSON.stringify(args).toWellFormed()).length;
    if (length <= BUILD_LIMITS.argumentBytes) continue;
    const [longest = ""] = Object.entries(args).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const message = `The variables of ${name} are too long to build with: all of them together may be 512 KiB as they are sent, and ${longest} is the longest. Shorten it.`;
    throw new Refusal("VALIDATION_ERROR", { message, issues: [{ path: `env.${name}.${longest}`, message }] });
  }
}

function refuse(service: string, path: string, why: string) {
  const message = `${service}/${path} ${why}`;
  return new Refusal("VALIDATION_ERROR", {
    message,
    issues: [{ path: `build.${service}.${path}`, message }],
  });
}
