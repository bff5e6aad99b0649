import { z } from "zod";
import { isTimeZone } from "@/lib/clock/time-zone";

/** Shapes of backups that the API, the pages and the client share. Safe in a browser. */

export const BackupId = z.string().regex(/^bkp_[0-9a-z]{20}$/, "is not a backup id");
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

/** `holds`: whether the project's services are in the backup's hand, so that nobody else may act on them. */
export type BackupProgress = { doing: string; doneBytes: number; holds: boolean };

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

/** A backup as the API shows it. */
export const Backup = z.object({
  id: BackupId,
  projectId: z.string().nullable().meta({ description: "null: the project was uninstalled since." }),
  projectName: z.string(),
  appName: z.string(),
  logo: z.string(),
  version: z.string().nullable(),
  destinationId: DestinationId,
  destination: z.string().meta({ description: "The name of the place it lies in." }),
  trigger: z.enum(["manual", "schedule"]),
  state: BackupState.meta({ description: "Only a verified one can be restored." }),
  doing: z.string().nullable(),
  doneBytes: z.number().nullable(),
  reason: z.string().nullable().meta({ description: "Why it failed." }),
  file: z.string(),
  sizeBytes: z.number().nullable(),
  parts: z.array(BackupPart),
  createdBy: z.string().meta({ description: "The person's name." }),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  verifiedAt: z.iso.datetime().nullable(),
});
export type Backup = z.infer<typeof Backup>;

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Write a time zone such as Europe/Stockholm, or UTC.")
  .default("UTC");

/** When a project is backed up by itself, and what is kept. */
export const NewSchedule = z
  .object({
    destinationId: DestinationId,
    rhythm: z.enum(SCHEDULE_RHYTHMS),
    weekday: z.number().int().min(1).max(7).optional().meta({ description: "1 is Monday; for weekly." }),
    hour: z.number().int().min(0).max(23),
    timeZone,
    keepLast: z.number().int().min(1).max(1_000).nullable().default(7).meta({
      description: "How many verified backups are kept at most; null: no such limit.",
    }),
    keepDays: z.number().int().min(1).max(3_650).nullable().default(null).meta({
      description: "For how many days they are kept; the last good one always is. null: no such limit.",
    }),
  })
  .refine(({ rhythm, weekday }) => rhythm === "daily" || weekday !== undefined, {
    path: ["weekday"],
    error: "Choose the day of the week.",
  });
export type NewSchedule = z.input<typeof NewSchedule>;

export const Schedule = z.object({
  destinationId: DestinationId,
  rhythm: z.enum(SCHEDULE_RHYTHMS),
  weekday: z.number().int().nullable(),
  hour: z.number().int(),
  timeZone: z.string(),
  keepLast: z.number().int().nullable(),
  keepDays: z.number().int().nullable(),
  nextAt: z.iso.datetime(),
});
export type Schedule = z.infer<typeof Schedule>;
