import { baseImages, readBuildFile } from "./build-file";
import type { Shape } from "./format/shape";
import { isPinned, parseImage } from "./images";
import { placeholdersIn } from "./placeholders";

type Warning = { path: string; message: string };

/** What a build file probably does not mean: base images without a version, sources beside the context, dead placeholders. */
export function lintBuilds({ services }: Shape, keys: ReadonlySet<string>): Warning[] {
  const folders = services.filter(({ build }) => build).map(({ name }) => name);
  return services.flatMap(({ name, build }, at): Warning[] => {
    if (!build) return [];
    const path = `services.${at}.build.dockerfile`;
    const files = build.files.map((file, f) => ({
      path: `services.${at}.build.files.${f}.content`,
      text: file.content,
    }));
    return [
      ...unpinnedBases(build.dockerfile).map((message) => ({ path, message })),
      ...sourcesBesideTheContext(build.dockerfile, name, folders).map((message) => ({ path, message })),
      ...[{ path, text: build.dockerfile }, ...files].flatMap(({ path, text }) =>
        deadPlaceholders(text, keys).map((message) => ({ path, message })),
      ),
    ];
  });
}

function unpinnedBases(dockerfile: string): string[] {
  return baseImages(dockerfile).flatMap((text) => {
    const image = parseImage(text);
    if (!image || isPinned(image)) return [];
    return [`The base image "${text}" is not pinned: name a version, so that every build is the same.`];
  });
}

/** The builder finds nothing there; a source that a variable, a pattern or another image decides is not judged. */
function sourcesBesideTheContext(dockerfile: string, service: string, folders: readonly string[]): string[] {
  return readBuildFile(dockerfile).flatMap(({ line, word, rest }) => {
    if (!["COPY", "ADD"].includes(word) || /^(--\S+\s+)*--from=|<</.test(rest)) return [];
    return sourcesOf(rest).flatMap((source) => {
      const plain = source.replace(/^(\.?\/)+/, "");
      const isKnown = ["", "."].includes(plain) || folders.some((name) => `${plain}/`.startsWith(`${name}/`));
      if (isKnown || /[$*?[{]|^[a-z]+:\/\/|^git@/.test(source)) return [];
      return [
        `Line ${line}: "${source}" will not be found. Sources begin with a service's name: "${service}/${plain}".`,
      ];
    });
  });
}

function sourcesOf(rest: string): string[] {
  const words = rest.replace(/^(--\S+\s+)+/, "");
  if (!words.startsWith("[")) return words.split(/\s+/).slice(0, -1);
  try {
    const list: unknown = JSON.parse(words);
    return Array.isArray(list) ? list.slice(0, -1).map(String) : [];
  } catch {
    return [];
  }
}

function deadPlaceholders(text: string, keys: ReadonlySet<string>): string[] {
  return placeholdersIn(text).flatMap((one) => {
    if (one.kind !== "config")
      return [`{{${one.written}}} is not resolved in a build; only {{config:KEY}} is.`];
    return keys.has(one.key) ? [] : [`{{${one.written}}} names "${one.key}", which nothing writes.`];
  });
}
