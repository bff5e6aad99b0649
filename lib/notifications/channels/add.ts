import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { operation } from "@/lib/operation/define";
import { MadeChannel, NewChannel } from "../schema";
import { notificationChannels } from "../table";
import { checkChannel, refuseTooMany } from "./check";
import { newSigningSecret, sealTarget } from "./sealed";
import { onOrganization, toChannelRows } from "./stored";

export const addChannel = operation({
  id: "notifications.addChannel",
  rest: "POST /api/notifications/channels",
  summary:
    "Tell people of the organization's events by e-mail, by a signed webhook, or in a Slack or Discord channel. The signing secret of a webhook is in this answer and nowhere else.",
  permission: "organization:admin",
  on: onOrganization,
  input: NewChannel,
  output: MadeChannel,
  status: 201,
  async run({ organizationId, userId }, { kind, name, events, projectIds, ...where }) {
    await refuseTooMany(organizationId);
    const to = "url" in where ? { url: where.url } : { people: [...new Set(where.people)] };
    await checkChannel(organizationId, { ...to, projectIds });
    const id = newId("nch");
    const { secret, ...signing } =
      kind === "webhook" ? newSigningSecret(id) : { secret: null, signingSecret: null };
    const target = to.url === undefined ? { people: to.people } : sealTarget(id, to.url);
    const [made] = await db()
      .insert(notificationChannels)
      .values({
        ...{ id, organizationId, kind, name, events, ...target, ...signing },
        ...{ projectIds: projectIds && [...new Set(projectIds)], createdBy: userId },
      })
      .returning();
    if (!made) throw new Error("an insert returned no row");
    const [row] = await toChannelRows(organizationId, [made]);
    if (!row) throw new Error("a row was not shown");
    return { ...row, secret };
  },
});
