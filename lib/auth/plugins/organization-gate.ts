import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { and, eq, inArray, or } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { parseFields } from "../parse-fields";
import { refuse } from "../refuse";
import { members, organizations } from "../table";

// These name an invitation, make an organization, or list one's own: there is nothing to be a member of.
const ELSEWHERE = new Set([
  "/organization/create",
  "/organization/check-slug",
  "/organization/list",
  "/organization/list-user-invitations",
  "/organization/get-invitation",
  "/organization/accept-invitation",
  "/organization/reject-invitation",
  "/organization/cancel-invitation",
]);

// Reads that tell who else is here, and as what.
const ADMIN_READS = new Set([
  "/organization/list-members",
  "/organization/get-full-organization",
  "/organization/list-invitations",
]);

/**
 * Stands before the organization routes: who is no member meets the same 404 as for nothing at all, whichever way the
 * organization is named, and only owners and admins read who is in it.
 */
export const organizationGate = () =>
  ({
    id: "organization-gate",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path?.startsWith("/organization/") === true,
          handler: createAuthMiddleware(async (ctx) => {
            requireValidFields(ctx.path, ctx.body, ctx.query);
            if (ELSEWHERE.has(ctx.path)) return;
            const session = await getSessionFromCtx(ctx);
            if (!session) throw refuse("UNAUTHORIZED");
            const { body, query } = ctx as { body?: Named; query?: Named & { userId?: string } };
            const active = (session.session as { activeOrganizationId?: string }).activeOrganizationId;
            const roles = await rolesIn(session.user.id, [body ?? {}, query ?? {}], active);
            const aboutOthers = query?.userId !== undefined && query.userId !== session.user.id;
            if (!ADMIN_READS.has(ctx.path) && !aboutOthers) return;
            if (roles.some((role) => role !== "owner" && role !== "admin")) throw refuse("FORBIDDEN");
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

type Named = { organizationId?: string | null; organizationSlug?: string };

/** The person's role in every organization the request names; it may name several, and the library picks one. */
async function rolesIn(userId: string, named: Named[], active: string | undefined): Promise<string[]> {
  const ids = named.flatMap(({ organizationId }) => organizationId ?? []).map(String);
  const slugs = named.flatMap(({ organizationSlug }) => organizationSlug ?? []).map(String);
  if (ids.length + slugs.length === 0 && active) ids.push(active);
  if (ids.length + slugs.length === 0) return [];
  const rows = await db()
    .select({ id: organizations.id, slug: organizations.slug, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(
      and(eq(members.userId, userId), or(inArray(organizations.id, ids), inArray(organizations.slug, slugs))),
    );
  const known = rows.flatMap(({ id, slug }) => [id, slug]);
  if (![...ids, ...slugs].every((name) => known.includes(name))) throw refuse("NOT_FOUND");
  return rows.map(({ role }) => role);
}

const role = z.enum(["owner", "admin", "member", "restricted"], {
  error: "Choose owner, admin, member or restricted.",
});
const name = z.string().trim().min(1, "Write a name.").max(80, "Use at most 80 characters.");
const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, "Use up to 48 lower-case letters, digits and hyphens.");
const unused = z.null({ error: "This is not kept here." }).optional();

const FIELDS: Record<string, z.ZodType> = {
  "/organization/invite-member": z.object({ email: z.string().max(254), role }),
  "/organization/update-member-role": z.object({ role }),
  "/organization/create": z.object({ name, slug, logo: unused, metadata: unused }),
  "/organization/update": z.object({
    data: z.object({ name: name.optional(), slug: slug.optional(), logo: unused, metadata: unused }),
  }),
};

const MemberColumn = z.enum(["id", "userId", "role", "createdAt"], {
  error: "Choose id, userId, role or createdAt.",
});
const MembersQuery = z.object({ sortBy: MemberColumn.optional(), filterField: MemberColumn.optional() });

/** One label a member, short texts, and columns that exist: the library would take more than our tables hold. */
function requireValidFields(path: string, body: unknown, query: unknown): void {
  if (path === "/organization/list-members") parseFields(MembersQuery, query ?? {});
  const shape = FIELDS[path];
  if (shape) parseFields(shape, body ?? {});
}
