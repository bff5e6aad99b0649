import { Refusal } from "@/lib/access/refusal";
import { dashboardOrigins } from "@/lib/settings";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what a foreign page sends through somebody's browser, before anything else runs.
 * @throws Refusal ORIGIN_REJECTED for a change from an origin that is not trusted, BEARER_NOT_ALLOWED_FROM_BROWSER
 * for a bearer token from one that is
 */
export function guardOrigin(
  request: { method: string; headers: Headers },
  trusted = dashboardOrigins(),
): void {
  const origin = request.headers.get("origin");
  const fromDashboard = origin !== null && trusted.includes(origin);
  if (fromDashboard && /^bearer\s/i.test(request.headers.get("authorization") ?? "")) {
    throw new Refusal("BEARER_NOT_ALLOWED_FROM_BROWSER");
  }
  if (SAFE.has(request.method) || fromDashboard) return;
  if (origin !== null) throw new Refusal("ORIGIN_REJECTED");
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw new Refusal("ORIGIN_REJECTED");
}
