import type { z } from "zod";
import { authorize } from "@/lib/access/authorize";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { operation } from "@/lib/operation/define";
import { sealSecret } from "@/lib/secrets";
import { Destination, NewDestination } from "../schema";
import { destinationBinding } from "../storage/binding";
import { backupDestinations } from "../table";
import { onOrganization } from "./on-destination";
import { toDestination } from "./row";
import { whyUnusable } from "./why-unusable";

export const addDestination = operation({
  id: "backups.addDestination",
  rest: "POST /api/backup-destinations",
  summary:
    "Add a place for backups: a folder of the server (admins of the instance only) or an S3-compatible bucket. It is written to, read and cleared once before it is kept.",
  permission: "organization:admin",
  on: onOrganization,
  input: NewDestination,
  output: Destination,
  status: 201,
  async run(caller, input, signal) {
    const { organizationId, userId: createdBy } = caller;
    // The file system and what lies behind private addresses belong to whoever runs the machine.
    if (input.kind === "folder" || input.allowPrivate) authorize(caller, "instance", undefined, true);
    const id = newId("bds");
    const row = {
      ...{ id, organizationId, name: input.name, kind: input.kind, createdBy },
      ...placeOf(input, id),
      ...{ createdAt: new Date(), checkedAt: new Date(), problem: null },
    };
    const message = await whyUnusable(row, signal);
    if (message) throw new Refusal("STORAGE_REFUSED", { message });
    const [made] = await db().insert(backupDestinations).values(row).onConflictDoNothing().returning();
    if (!made) {
      const issues = [{ path: "name", message: `A backup storage is called “${input.name}” already.` }];
      throw new Refusal("STORAGE_NAME_TAKEN", { issues });
    }
    return await toDestination(caller, made);
  },
});

function placeOf(input: z.output<typeof NewDestination>, id: string) {
  if (input.kind === "folder") {
    return { place: { folder: input.folder }, secret: null, allowPrivate: false };
  }
  const { endpoint, region, bucket, prefix, keyId, secretKey, allowPrivate } = input;
  const secret = sealSecret(secretKey, destinationBinding(id));
  return { place: { endpoint, region, bucket, prefix, keyId }, secret, allowPrivate };
}
