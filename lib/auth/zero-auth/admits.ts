import { settings } from "@/lib/settings";
import { directHeader } from "../peer";

// Programs that fetch an address which a definition names (an ADD of a build file, a repository, a registry). They
// run on this machine and let nobody but themselves choose their headers.
const FETCHES_FOR_OTHERS =
  /^(buildkit|docker|containerd|containers|buildah|podman|skopeo|git|go-http-client)\b/i;

/** Whether people of this instance sign in at all; where not, this machine's own requests are the local admin's. */
export function asksForSignIn(): boolean {
  return settings().authMode !== "none";
}

/**
 * Whether a request without any other proof counts as the local admin's: this instance asks for no sign-in, the
 * request comes straight from this machine, and no page but our own made a browser send it.
 */
export function admitsZeroAuth(headers: Headers): boolean {
  if (asksForSignIn() || headers.get(directHeader()) !== "yes") return false;
  if (FETCHES_FOR_OTHERS.test(headers.get("user-agent") ?? "")) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  return origin === null || origin === `http://${headers.get("host")}`;
}
