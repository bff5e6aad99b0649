import { Refusal } from "@/lib/access/refusal";
import { dashboardOrigins } from "@/lib/settings";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what a foreign page sends through somebody's browser, before anything else runs.
 * @throws Refusal ORIGIN_REJECTED for a change from an origin that is not trusted, BEARER_NOT_ALLOWED_FROM_BROWSER
 * for an Authorization header from one that is, however it is spelt
 */
export function guardOrigin(
  request: { method: string; headers: Headers },
  trusted = dashboardOrigins(),
): void {
  const origin = request.headers.get("origin");
  const fromDashboard = origin !== null && trusted.includes(origin);
  const site = request.headers.get("sec-fetch-site");
  // A page that reads from its own server names no origin, only that it is the same.
  if ((fromDashboard || site === "same-origin") && request.headers.has("authorization")) {
    throw new Refusal("BEARER_NOT_ALLOWED_FROM_BROWSER");
  }
  if (SAFE.has(request.method) || fromDashboard) return;
  if (origin !== null) throw new Refusal("ORIGIN_REJECTED");
  if (site !== null && site !== "same-origin" && site !== "none") throw new Refusal("ORIGIN_REJECTED");
}
