import { createHash } from "node:crypto";
import type { RegistryAccess, Repository } from "./access";
import { requestRegistry } from "./request";
import { RegistryTrouble } from "./trouble";

const MANIFESTS = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
];
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const LARGEST = 4 * 1024 * 1024;

/**
 * The digest that a tag names now (OCI Distribution 1.1, pulling manifests); nothing is pulled.
 * @returns `sha256:…`, 64 hex digits
 * @throws RegistryTrouble
 */
export async function readDigest(
  access: RegistryAccess,
  repository: Repository,
  tag: string,
): Promise<string> {
  const asked = { path: `manifests/${tag}`, headers: { accept: MANIFESTS.join(", ") } };
  const { headers, place } = await requestRegistry(access, repository, { method: "HEAD", ...asked });
  const digest = headers["docker-content-digest"];
  const { host } = new URL(place.origin);
  if (!isManifest(headers["content-type"]))
    throw new RegistryTrouble("nonsense", `${host} answers with something that is no manifest of an image.`);
  if (typeof digest === "string") {
    if (DIGEST.test(digest)) return digest;
    throw new RegistryTrouble("nonsense", `${host} names a digest that is none.`);
  }
  // The header is only recommended: what it would say follows from the manifest.
  const whole = await requestRegistry(access, repository, { method: "GET", ...asked, bytes: LARGEST });
  if (!isManifest(whole.headers["content-type"]) || whole.body === "")
    throw new RegistryTrouble("nonsense", `${host} has no manifest where it says that there is one.`);
  return `sha256:${createHash("sha256").update(whole.body).digest("hex")}`;
}

function isManifest(contentType: string | undefined): boolean {
  return MANIFESTS.includes(contentType?.split(";")[0]?.trim().toLowerCase() ?? "");
}
