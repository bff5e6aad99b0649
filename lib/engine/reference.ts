/** An image's name taken apart. With a digest the tag has no say, as engines read it. */
export type ImageReference = { repository: string; tag?: string; digest?: string };

const COMPONENT = "[a-z0-9]+(?:(?:\\.|_{1,2}|-+)[a-z0-9]+)*";
const HOST = "(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\\[[0-9a-fA-F:]+\\])(?::[0-9]{1,5})?";
const REFERENCE = new RegExp(
  `^((?:${HOST}/)?${COMPONENT}(?:/${COMPONENT})*)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$`,
);

/** @returns undefined for what no registry could hold: a leading dash, a space, an upper-case repository … */
export function parseReference(text: string): ImageReference | undefined {
  if (text.length > 512) return undefined;
  const match = REFERENCE.exec(text);
  const repository = match?.[1];
  if (repository === undefined) return undefined;
  return { repository, tag: match?.[2], digest: match?.[3] };
}

/** How the engine is asked for it: `name@sha256:…` when pinned, else `name:tag`, where no tag means "latest". */
export function writeReference({ repository, tag, digest }: ImageReference): string {
  return digest ? `${repository}@${digest}` : `${repository}:${tag ?? "latest"}`;
}

/** True for the content-addressed id of an image. */
export function isImageId(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}
