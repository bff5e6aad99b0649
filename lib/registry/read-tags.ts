import { z } from "zod";
import type { RegistryAccess, Repository } from "./access";
import { requestRegistry } from "./request";
import { RegistryTrouble } from "./trouble";

const Page = z.object({ name: z.string().optional(), tags: z.array(z.string()).nullable() });

const PAGE_SIZE = 1_000;
const MOST_PAGES = 100;
const LARGEST_PAGE = 2 * 1024 * 1024;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/**
 * Hands every tag of a repository to `see`, page by page (OCI Distribution 1.1, listing tags); no list is kept.
 * @param etag of an earlier list: an unchanged one is not sent again
 * @returns unchanged: nothing was handed over; etag: null for a list of several pages, which no ETag speaks for
 * @throws RegistryTrouble
 */
export async function readTags(
  access: RegistryAccess,
  repository: Repository,
  { etag, see }: { etag: string | null; see: (tag: string) => void },
): Promise<{ unchanged: boolean; etag: string | null }> {
  let path: string | undefined = `tags/list?n=${PAGE_SIZE}`;
  let told: string | null = null;
  for (let page = 0; path !== undefined; page++) {
    if (page === MOST_PAGES) throw nonsense(repository, "lists more tags than anybody could have made");
    const headers = { accept: "application/json", ...(etag && page === 0 && { "if-none-match": etag }) };
    const answer = await requestRegistry(access, repository, {
      method: "GET",
      path,
      headers,
      bytes: LARGEST_PAGE,
    });
    if (answer.status === 304) {
      if (etag && page === 0) return { unchanged: true, etag };
      throw nonsense(repository, "says that a list is unchanged which it never sent");
    }
    for (const tag of tagsIn(answer.body, repository)) if (TAG.test(tag)) see(tag);
    path = nextPage(answer.headers.link, answer.url, repository);
    told = page === 0 && path === undefined ? etagOf(answer.headers.etag) : null;
  }
  return { unchanged: false, etag: told };
}

function tagsIn(body: string, repository: Repository): string[] {
  const page = Page.safeParse(tryJson(body));
  if (!page.success) throw nonsense(repository, "answers with something that is no list of tags");
  const { name = repository.repository, tags } = page.data;
  // Proxies put a folder of their own in front; another image is another image.
  if (name.split("/").at(-1) !== repository.repository.split("/").at(-1))
    throw nonsense(repository, "answers for another repository");
  return tags ?? [];
}

/** The path of the next page (RFC 8288); it must be the same list. */
function nextPage(link: unknown, from: string, repository: Repository): string | undefined {
  const target = /<([^>]{1,4096})>\s*;[^,]*\brel="?next"?/i.exec(String(link ?? ""))?.[1];
  if (target === undefined) return undefined;
  const [here, next] = [new URL(from), URL.parse(target, from)];
  if (next?.origin !== here.origin || next.pathname !== here.pathname)
    throw nonsense(repository, "continues its list of tags somewhere else");
  return next.pathname + next.search;
}

function etagOf(header: string | undefined): string | null {
  return header && header.length <= 256 && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(header) ? header : null;
}

function nonsense({ registry }: Repository, what: string): RegistryTrouble {
  return new RegistryTrouble("nonsense", `${registry} ${what}.`);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
