import { openSecret } from "@/lib/secrets";
import type { backupDestinations } from "../table";
import { destinationBinding } from "./binding";
import { folderStore } from "./folder";
import { bucketStore } from "./s3/bucket";
import type { Store } from "./store";

export type Destination = typeof backupDestinations.$inferSelect;
type Given = Pick<Destination, "id" | "organizationId" | "place" | "secret" | "allowPrivate">;

/**
 * The store behind a destination. Each organization has a folder of its own in it, whoever else uses the same place.
 * @throws Refusal SECRET_UNREADABLE
 */
export function openStore({ id, organizationId, place, secret, allowPrivate }: Given): Store {
  const own = organizationId.replaceAll(/[^\w-]/g, "");
  if ("folder" in place) return folderStore(place.folder, own);
  const open = openSecret(secret ?? "", destinationBinding(id));
  return bucketStore({ ...place, secret: open, allowPrivate }, own);
}
