import { z } from "zod";

/** Shapes of backups that the API, the pages and the client share. Safe in a browser. */

export const DestinationId = z.string().regex(/^bds_[0-9a-z]{20}$/, "is not the id of a backup storage");

export const BACKUP_STATES = ["queued", "copying", "verifying", "verified", "failed"] as const;
export const BackupState = z.enum(BACKUP_STATES);
export type BackupState = z.infer<typeof BackupState>;

export const DESTINATION_KINDS = ["folder", "s3"] as const;
export const SCHEDULE_RHYTHMS = ["daily", "weekly"] as const;

/** One stream of a backup: the files of a volume, or what a service's own dump wrote. */
export const BackupPart = z.object({
  kind: z.enum(["volume", "dump"]),
  name: z.string().meta({ description: "The volume as the app calls it, or the service." }),
  bytes: z.number().int().meta({ description: "Before compression and encryption." }),
  files: z.number().int().optional(),
  sha256: z.string(),
});
export type BackupPart = z.infer<typeof BackupPart>;

export type BackupProgress = { doing: string; doneBytes: number };

export const FolderPlace = z.object({
  folder: z
    .string()
    .max(1_000)
    .regex(/^\/[^\0\r\n]*$/, "Write an absolute path such as /srv/backups.")
    .meta({ description: "An absolute path on the server that Roadstead runs on." }),
});

const label = z.string().trim();
export const S3Place = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: "Write an address such as https://s3.eu-central-1.amazonaws.com." })
    .max(500)
    .transform((value) => new URL(value).origin),
  region: label.regex(/^[A-Za-z0-9-]{1,64}$/, "Write a region such as eu-central-1.").default("us-east-1"),
  bucket: label.regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    "A bucket has 3 to 63 lower-case letters, digits, dots and dashes.",
  ),
  prefix: label
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?)?$/,
      "Write folders of letters, digits, dots, dashes and underscores, such as backups/home.",
    )
    .max(200)
    .default("")
    .meta({ description: "Folder inside the bucket." }),
  keyId: label.regex(/^[\x21-\x7e]{1,128}$/, "Write the access key id, without spaces."),
});

export type Place = z.output<typeof FolderPlace> | z.output<typeof S3Place>;

/** A place for backups as the API shows it. */
export const Destination = z.object({
  id: DestinationId,
  name: z.string(),
  kind: z.enum(DESTINATION_KINDS),
  where: z.string().nullable().meta({
    description: "The folder, or the address of the bucket; null to whoever does not administer it.",
  }),
  keyId: z.string().nullable(),
  allowPrivate: z.boolean(),
  problem: z.string().nullable().meta({ description: "What was wrong at the last check." }),
  checkedAt: z.iso.datetime().nullable(),
  backups: z.number().int().meta({ description: "How many backups lie there." }),
});
export type Destination = z.infer<typeof Destination>;

const base = {
  name: label.min(1, "Give it a name.").max(60),
};
export const NewDestination = z.discriminatedUnion("kind", [
  FolderPlace.extend({ ...base, kind: z.literal("folder") }),
  S3Place.extend({
    ...base,
    kind: z.literal("s3"),
    secretKey: z.string().min(1, "Write the secret access key.").max(256),
    allowPrivate: z.boolean().default(false).meta({
      description: "Lets the endpoint lead to a private address or this machine. For admins of the instance.",
    }),
  }),
]);
export type NewDestination = z.input<typeof NewDestination>;
