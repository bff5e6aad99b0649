/** What an image reference says; `registry` and `repository` are completed the way an engine completes them. */
export type ImageReference = {
  /** "docker.io" when the reference names none. */
  registry: string;
  /** With `library/` for official images of docker.io. */
  repository: string;
  tag?: string;
  /** `sha256:…`, 64 hex digits. */
  digest?: string;
};

const COMPONENT = "[a-z0-9]+(?:(?:[.]|_{1,2}|-+)[a-z0-9]+)*";
const PATH = new RegExp(`^${COMPONENT}(?:/${COMPONENT})*$`);
const HOST =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const LONGEST = 512;

/**
 * Reads `[registry/]repository[:tag][@digest]`.
 * @returns undefined when the text is not an image reference
 */
export function parseImage(text: string): ImageReference | undefined {
  if (text.length > LONGEST) return undefined;
  const [named, digest, ...more] = text.split("@");
  if (!named || more.length > 0 || (digest !== undefined && !DIGEST.test(digest))) return undefined;
  const colon = named.lastIndexOf(":");
  const tagged = colon > named.lastIndexOf("/");
  const name = tagged ? named.slice(0, colon) : named;
  const tag = tagged ? named.slice(colon + 1) : undefined;
  if (tag !== undefined && !TAG.test(tag)) return undefined;
  const place = splitRegistry(name);
  if (!HOST.test(place.registry) || !PATH.test(place.repository)) return undefined;
  return { ...place, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}

/** True when the reference names one version: a digest, or a tag other than `latest`. */
export function isPinned(image: ImageReference): boolean {
  return image.digest !== undefined || (image.tag !== undefined && image.tag !== "latest");
}

/**
 * The version in a tag, without a variant: `18.1-alpine` → `18.1`, `RELEASE.2025-09-07T16-13-09Z` → `2025-09-07`,
 * `version-v26.05.3` → `26.05.3`.
 */
export function versionOfTag(tag: string): string {
  const version =
    /^RELEASE\.(\d{4}-\d\d-\d\d)/.exec(tag) ??
    /^v?(\d+(?:\.\d+)*)(?:$|[-_+])/.exec(tag) ??
    /^[a-z]+-v?(\d+(?:\.\d+)+)(?:$|[-_+])/.exec(tag);
  return version?.[1] ?? tag;
}

/** Just what `displayVersion` reads, so that a card, a project row or a whole definition will do. */
type WithServices = { services?: readonly { image?: string; exposed?: boolean }[] };

/** The version to show for an app: its exposed service's tag, else its first service's; "" when it builds its own. */
export function displayVersion(definition: WithServices): string {
  const services = definition.services ?? [];
  const main = services.find((service) => service.exposed) ?? services[0];
  const image = main?.image === undefined ? undefined : parseImage(main.image);
  if (image?.tag !== undefined) return versionOfTag(image.tag);
  return image?.digest?.slice(0, "sha256:".length + 12) ?? "";
}

function splitRegistry(name: string): { registry: string; repository: string } {
  const slash = name.indexOf("/");
  const first = name.slice(0, Math.max(slash, 0));
  if (slash > 0 && (first.includes(".") || first.includes(":") || first === "localhost")) {
    const rest = name.slice(slash + 1);
    if (first === "docker.io" || first === "index.docker.io") return onDockerHub(rest);
    return { registry: first, repository: rest };
  }
  return onDockerHub(name);
}

function onDockerHub(path: string): { registry: string; repository: string } {
  return { registry: "docker.io", repository: path.includes("/") ? path : `library/${path}` };
}
