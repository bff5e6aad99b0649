import { type ImageReference, parseImage } from "@/lib/app-definition/images";

/** What a registry can be asked about: a tag of a repository, both written out. */
export type UpstreamImage = { registry: string; repository: string; tag: string };

/** @returns undefined for an image that is pinned by its digest, and so never becomes another one, and for no image */
export function upstreamImage(reference: string | undefined): UpstreamImage | undefined {
  const image = reference === undefined ? undefined : parseImage(reference);
  if (!image || image.digest !== undefined) return undefined;
  return { registry: image.registry, repository: image.repository, tag: image.tag ?? "latest" };
}

/** One text for one image, however its reference was written: `docker.io/library/postgres:18.1`. */
export function imageKey({ registry, repository, tag }: UpstreamImage): string {
  return `${registry}/${repository}:${tag}`;
}

export function isSameRepository(one: ImageReference, other: ImageReference): boolean {
  return one.registry === other.registry && one.repository === other.repository;
}

/** The reference with another tag, otherwise as its author wrote it. */
export function withTag(reference: string, tag: string): string {
  const colon = reference.lastIndexOf(":");
  return `${colon > reference.lastIndexOf("/") ? reference.slice(0, colon) : reference}:${tag}`;
}
