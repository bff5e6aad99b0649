import type { ImportInput } from "@/lib/app-import/schema";

export type Format = NonNullable<ImportInput["format"]>;

const COMPOSE = "docker-compose.yml";

/** How people call the formats, and the files that an app of each is made of. */
export const FORMATS: Record<Format, { name: string; files: readonly string[] }> = {
  auto: { name: "Automatic", files: [COMPOSE] },
  compose: { name: "Docker Compose", files: [COMPOSE] },
  coolify: { name: "Coolify template", files: [COMPOSE] },
  dokploy: { name: "Dokploy blueprint", files: [COMPOSE, "template.toml"] },
  caprover: { name: "CapRover one-click app", files: ["one-click-app.yml"] },
  portainer: { name: "Portainer template", files: ["templates.json"] },
  runtipi: { name: "Runtipi app", files: [COMPOSE, "config.json"] },
};

export type SourceFile = { name: string; content: string };

/** The files that a format is made of: those there are, under the names it wants. What was written stays. */
export function filesFor(format: Format, files: readonly SourceFile[]): SourceFile[] {
  const wanted = FORMATS[format].files;
  const written = files.filter(({ name, content }) => content.trim() !== "" || wanted.includes(name));
  const has = (name: string) => written.some((file) => file.name === name);
  // The only text there is becomes the format's first file, unless somebody named it otherwise.
  const [only] = written;
  const [first = COMPOSE] = wanted;
  const standard = Object.values(FORMATS).some(({ files: names }) => names.includes(only?.name ?? ""));
  if (written.length === 1 && only && standard && !has(first))
    return [{ ...only, name: first }, ...wanted.slice(1).map(empty)];
  return [...written, ...wanted.filter((name) => !has(name)).map(empty)];
}

function empty(name: string): SourceFile {
  return { name, content: "" };
}
