/** Where an app's authors tell what is new; a code host that is known to keep it apart is asked for that page. */
export function releaseNotesOf(repository: string | undefined): string | null {
  const url = repository === undefined ? null : URL.parse(repository);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  const isProject = /^\/[^/]+\/[^/]+\/?$/.test(url.pathname);
  const keepsReleases = url.hostname === "github.com" || url.hostname === "codeberg.org";
  const path = url.pathname.replace(/(\.git)?\/?$/, "");
  return isProject && keepsReleases ? `${url.origin}${path}/releases` : url.href;
}
