import type { Settings } from "@/lib/settings";

/**
 * The style sheet that the toasts bring along and put into the page by themselves, by its SHA-256: they know no
 * nonce. A test says what to write here when the package changes.
 */
export const TOAST_STYLES = "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=";
// They put the element there first, and fill it then.
const NOTHING = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

const YEAR_S = 365 * 24 * 3600;

type Facts = Pick<Settings, "publicUrl" | "production">;

/**
 * The policy of a page (CSP Level 3). Scripts run only with this answer's nonce, or loaded by one that has it.
 * Style elements need the nonce too; style attributes are allowed, since positions and sizes are computed while a
 * page is drawn and sent as attributes.
 */
export function pagePolicy(nonce: string, { production }: Pick<Facts, "production">): string {
  const own = `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    // The development server evaluates the modules it swaps.
    `script-src ${own} 'strict-dynamic'${production ? "" : " 'unsafe-eval'"}`,
    "script-src-attr 'none'",
    // Browsers that do not tell the two apart take this line alone.
    "style-src 'self' 'unsafe-inline'",
    `style-src-elem ${own} '${TOAST_STYLES}' '${NOTHING}'${production ? "" : " 'unsafe-inline'"}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What an answer that is no page may do: nothing, and in no frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Tells the browser to come by HTTPS only, when that is how this instance is reached. Other names under the same
 * domain are other people's, so they are not spoken for.
 */
export function transportSecurity({ publicUrl }: Pick<Facts, "publicUrl">): string | undefined {
  return publicUrl?.startsWith("https:") ? `max-age=${YEAR_S}` : undefined;
}
