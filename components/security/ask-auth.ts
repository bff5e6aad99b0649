type Failed = { ok: false; code: string; message: string; issues: { path: string; message: string }[] };
export type AuthAnswer<T> = { ok: true; value: T } | Failed;

/**
 * Asks a route of `/api/auth` from the browser, which keeps the cookies that come with the answer.
 * @param body what to post; without one the route is read
 */
export async function askAuth<T>(path: string, body?: object): Promise<AuthAnswer<T>> {
  const post = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  try {
    const response = await fetch(`/api/auth/${path}`, { cache: "no-store", ...post });
    const answer = await response.json();
    if (response.ok) return { ok: true, value: answer as T };
    const { code = "REFUSED", message = "This was refused.", issues = [] } = answer ?? {};
    return { ok: false, code, message, issues };
  } catch {
    const message = "Roadstead does not answer. Check the connection, then try again.";
    return { ok: false, code: "UNREACHABLE", message, issues: [] };
  }
}

/** What is wrong with one field, or with the whole when it is not about a field. */
export function wrongWith(failure: Failed | undefined, path: string): string | undefined {
  return failure?.issues.find((issue) => issue.path === path)?.message;
}
