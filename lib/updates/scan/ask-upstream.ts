import type { Login, RegistryAccess } from "@/lib/registry";
import { RegistryTrouble, readDigest, readTags } from "@/lib/registry";
import type { UpstreamImage } from "../compare/image-key";
import { seekNewer } from "../compare/newer-tag";
import { parseTag } from "../compare/tag";
import type { FactRow, NewFact } from "../facts";

/**
 * Asks a registry about one image: what its tag names now, and which tags may follow it.
 * @param known what was read before: an unchanged list of tags is not sent again
 * @returns the facts to write down; trouble is one, in words. What the newer tag names is a fact of its own, so that
 * whoever takes it is known to be current.
 * @throws RegistryTrouble "cancelled"
 */
export async function askUpstream(
  access: RegistryAccess,
  image: UpstreamImage,
  login: Login | undefined,
  known: FactRow | undefined,
): Promise<NewFact[]> {
  const repository = `${image.registry}/${image.repository}`;
  const place = { credentialId: login?.id ?? null, repository, checkedAt: new Date() };
  try {
    const digest = await readDigest(access, image, image.tag);
    const { newerTag, leapTag, tagsEtag } = await seek(access, image, known);
    const newerDigest = newerTag === null ? null : await readDigest(access, image, newerTag);
    const fact = { ...place, tag: image.tag, digest, newerTag, newerDigest, leapTag, tagsEtag, reason: null };
    if (newerTag === null) return [fact];
    const ahead = { newerTag: null, newerDigest: null, tagsEtag: null, reason: null };
    return [fact, { ...place, tag: newerTag, digest: newerDigest, leapTag, ...ahead }];
  } catch (error) {
    if (!(error instanceof RegistryTrouble) || error.kind === "cancelled") throw error;
    const nothing = { digest: null, newerTag: null, newerDigest: null, leapTag: null, tagsEtag: null };
    return [{ ...place, tag: image.tag, ...nothing, reason: reasonOf(error, image) }];
  }
}

async function seek(access: RegistryAccess, image: UpstreamImage, known: FactRow | undefined) {
  // A tag without a version has nothing after it.
  if (!parseTag(image.tag)) return { newerTag: null, leapTag: null, tagsEtag: null };
  const seeker = seekNewer(image.tag);
  const etag = known && known.reason === null ? known.tagsEtag : null;
  const list = await readTags(access, image, { etag, see: seeker.see });
  if (list.unchanged && known)
    return { newerTag: known.newerTag, leapTag: known.leapTag, tagsEtag: list.etag };
  const { newer, leap } = seeker.found();
  return { newerTag: newer, leapTag: leap, tagsEtag: list.etag };
}

function reasonOf(error: RegistryTrouble, { registry, repository, tag }: UpstreamImage): string {
  if (error.kind === "missing") return `${registry} does not have ${repository}:${tag} any more.`;
  return `${repository}: ${error.message}`;
}
