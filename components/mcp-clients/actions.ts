import type { ChangedLimits, Limits } from "@/lib/mcp-clients/schema";

type Refused = { ok: false; code?: string; message: string; issues?: { path: string; message: string }[] };

/** What the consent page hands to its card; `limits` are absent for a denial. */
export type AnswerConsent = (limits?: Limits) => Promise<{ ok: true; url: string } | Refused>;

/** What the page of AI clients hands to its parts. */
export type McpClientActions = {
  change: (input: ChangedLimits) => Promise<{ ok: true } | Refused>;
  disconnect: (clientId: string) => Promise<{ ok: true } | { ok: false; message: string }>;
};

/** What was refused about a field of the limits, or about anything inside it. */
export function problemsOf(result: { ok: true } | Refused | undefined): {
  organizationId?: string;
  grants?: string;
} {
  if (!result || result.ok) return {};
  const about = (field: string) => result.issues?.find(({ path }) => path.split(".")[0] === field)?.message;
  const none = result.code === "EMPTY_GRANTS" ? result.message : undefined;
  return { organizationId: about("organizationId"), grants: about("grants") ?? none };
}
