import { z } from "zod";
import { ProjectId } from "@/lib/projects/schema";

/** Shapes of domains that the API, the pages and the client share. Safe in a browser. */

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A hostname as certificates and DNS have it (RFC 5890 A-labels, RFC 1123 section 2.1), from what people type.
 * @returns undefined for an address, a single label, a wildcard, or anything with a port or a path
 */
export function asciiHostname(typed: string): string | undefined {
  const trimmed = typed.trim().replace(/\.$/, "");
  if (trimmed.length === 0 || trimmed.length > 253 || /[\s/?#@:[\]\\%*_]/.test(trimmed)) return undefined;
  const name = URL.canParse(`http://${trimmed}/`) ? new URL(`http://${trimmed}/`).hostname : "";
  const labels = name.split(".");
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  // The last label of a name is never a number; a URL reads such a thing as an address.
  return isName && name.length <= 253 && !/^\d/.test(labels.at(-1) ?? "") ? name : undefined;
}

export const Hostname = z
  .string({ error: "Write a domain name such as blog.example.org." })
  .max(300)
  .transform((typed, context) => {
    const name = asciiHostname(typed);
    if (name) return name;
    context.addIssue({ code: "custom", message: "Write a domain name such as blog.example.org." });
    return z.NEVER;
  });

/** A domain as somebody adds it; what it leads to may be left out. */
export const NewDomain = z.object({
  hostname: Hostname.meta({ description: "Such as `blog.example.org`; other scripts are taken too." }),
  service: z
    .string()
    .max(63)
    .optional()
    .meta({ description: "Which endpoint it leads to; the first that a browser can open, when left out." }),
  port: z.number().int().min(1).max(65535).optional(),
});
export type NewDomain = z.input<typeof NewDomain>;

export const DomainId = z.string().regex(/^dom_[0-9a-z]{20}$/, "is not a domain id");

/** One record of the DNS as it should be, or as it was found. */
export const DnsRecord = z.object({
  type: z.enum(["A", "AAAA", "CNAME"]),
  name: z.string(),
  value: z.string(),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

/** `attention`: somebody has to do something; `waiting`: it goes on by itself; `unknown`: it could not be looked at. */
const Verdict = z.enum(["ok", "waiting", "attention", "unknown"]);

/** One look at a domain: each part with a sentence for people. */
export const DomainFindings = z.object({
  dns: z.object({
    verdict: Verdict,
    reason: z.string(),
    set: z.array(DnsRecord).meta({ description: "Records to set; empty when they are right." }),
    remove: z.array(DnsRecord).meta({ description: "Records that lead elsewhere." }),
  }),
  certificate: z.object({
    verdict: Verdict,
    reason: z.string(),
    issuer: z.string().nullable(),
    expiresAt: z.iso.datetime().nullable(),
  }),
  route: z.object({
    verdict: Verdict,
    reason: z.string(),
    status: z.number().nullable().meta({ description: "What the app answered through the edge." }),
  }),
});
export type DomainFindings = z.infer<typeof DomainFindings>;

export const Domain = z.object({
  id: DomainId,
  projectId: ProjectId,
  service: z.string(),
  port: z.number().int(),
  label: z.string().meta({ description: "The endpoint, as its app calls it." }),
  hostname: z.string(),
  url: z.string(),
  main: z.boolean().meta({ description: "Whether the app is told this one as its address." }),
  state: z
    .enum(["working", "checking", "waiting", "action_required"])
    .meta({ description: "Everything together; `reason` says what is missing." }),
  reason: z.string(),
  findings: DomainFindings.nullable(),
  checkedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Domain = z.infer<typeof Domain>;
