import { pack } from "tar-stream";
import { AppDefinition } from "@/lib/app-definition/schema";
import { VOLUME_FOLDER } from "@/lib/engine/engine";
import type { Manifest } from "./manifest";
import type { Source } from "./write";

export const DEFINITION = AppDefinition.parse({
  ...{ id: "notes", name: "Notes", description: "An app of a test.", kind: "template", logo: "notes" },
  category: "other",
  services: [{ name: "web", image: "web:1", volumes: ["data:/data"] }],
});

export const manifestOf = (backupId: string): Manifest => ({
  ...{ format: 1, backupId, createdAt: "2026-11-21T18:00:00.000Z" },
  project: { id: "prj_1", name: "Notes", slug: "notes", appId: "notes" },
  definition: DEFINITION,
  ...{ exposures: [], resources: {}, images: {}, connections: [], preparedOnce: [] },
  variables: [
    { service: "web", key: "PASSWORD", text: "kept in the dark", secret: true, source: "generated" },
  ],
});

type Entry = {
  name: string;
  content?: string;
  type?: "file" | "link" | "symlink" | "block-device";
  linkname?: string;
};

/** The archive of a volume with these entries, as an engine gives it. */
export async function* archiveOf(entries: readonly Entry[], folder = VOLUME_FOLDER): AsyncGenerator<Buffer> {
  const archive = pack();
  // The same archive whenever it is opened: the packer would write the present.
  const mtime = new Date("2026-11-21T18:00:00Z");
  archive.entry({ name: `${folder}/`, type: "directory", mtime });
  for (const { name, content = "", ...header } of entries) archive.entry({ name, mtime, ...header }, content);
  archive.finalize();
  yield* archive as unknown as AsyncIterable<Buffer>;
}

export const volume = (name: string, entries: readonly Entry[]): Source => ({
  ...{ kind: "volume", name, open: () => archiveOf(entries) },
});

export async function wholeOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** A stream in pieces of this size. */
export async function* streamOf(whole: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let from = 0; from < whole.length; from += size) yield whole.subarray(from, from + size);
}
