import { z } from "zod";

/** Shapes of an import. Safe in a browser. */

export const IMPORT_FORMATS = ["compose", "coolify", "dokploy", "caprover", "portainer", "runtipi"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Longest file that is read, in bytes of UTF-8. */
export const LONGEST_FILE = 256 * 1024;

/**
 * One thing that the import did. `mapped`: said the same way; `guessed`: worth a look; `dropped`: our format
 * cannot say it; `refused`: unsafe, and left out.
 */
export const ReportLine = z.object({
  kind: z.enum(["mapped", "guessed", "dropped", "refused"]),
  path: z.string().meta({ description: "Where it stands in the file, such as `services.web.privileged`." }),
  message: z.string(),
});
export type ReportLine = z.infer<typeof ReportLine>;

export const ImportInput = z.object({
  format: z
    .enum(["auto", ...IMPORT_FORMATS])
    .optional()
    .meta({ description: "auto, which is the default, looks at the files." }),
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(255).meta({ description: "Relative, such as docker-compose.yml." }),
        content: z.string().max(LONGEST_FILE, "A file is at most 256 KiB long."),
      }),
    )
    .min(1, "Give at least one file.")
    .max(20, "Give at most 20 files."),
  id: z.string().max(64).optional().meta({ description: "Id of the definition; derived when omitted." }),
  name: z.string().max(200).optional().meta({ description: "Display name; derived when omitted." }),
});
export type ImportInput = z.infer<typeof ImportInput>;

const Issue = z.object({ path: z.string(), message: z.string() });
const Told = {
  format: z.enum(IMPORT_FORMATS),
  report: z.array(ReportLine).meta({ description: "What became of each part of the files." }),
};

/** What an import answers: a definition that is known to be valid, or what stands in its way. */
export const ImportResult = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    ...Told,
    definition: z
      .record(z.string(), z.unknown())
      .meta({ description: "An app definition, as an author writes it." }),
    warnings: z
      .array(Issue.extend({ suggestion: z.string().optional() }))
      .meta({ description: "What is allowed in the definition, but probably not meant." }),
  }),
  z.object({ ok: z.literal(false), ...Told, issues: z.array(Issue) }),
]);
export type ImportResult = z.infer<typeof ImportResult>;
