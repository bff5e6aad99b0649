import { z } from "zod";
import { parseDuration } from "@/lib/app-definition/durations";
import { quote } from "@/lib/app-definition/quote";
import { wrongContainerPath, wrongFilePath } from "@/lib/app-definition/volumes";

/** The small words of the format: names, keys, ports, durations. Each refuses with a whole sentence. */

/** A name such as `constructor` would be found on every object, whether or not somebody set it. */
const ownName = (name: string) => !(name in {});

export const EnvKey = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    "An env key holds letters, digits and underscores, and starts with no digit.",
  )
  .max(128, "An env key is at most 128 characters long.")
  .refine(ownName, { error: (issue) => `${quote(issue.input)} cannot be used as an env key.` });

/** A value the kernel can carry: no NUL, and no larger than one argument may be. */
export const EnvValue = z
  .string({ error: "An env value must be a string; put numbers and true/false in quotes." })
  .max(131_072, "An env value is at most 128 KiB long.")
  .refine((value) => !value.includes("\0"), "An env value cannot hold a NUL character.");

export const HOSTNAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const ServiceName = z
  .string()
  .regex(
    HOSTNAME,
    "A service name is its hostname: lower-case letters, digits and dashes, at most 63, with no dash at either end.",
  )
  .refine(ownName, { error: (issue) => `${quote(issue.input)} cannot be used as a service name.` });

/** Names a service; whether it is declared is checked by the rules. */
export const ServiceRef = z.string().min(1, "Name a service.");

export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Use kebab-case: lower-case letters, digits and single dashes.")
  .max(64, "Use at most 64 characters.");

export const Port = z
  .int("A port is a whole number between 1 and 65535.")
  .min(1, "A port is a whole number between 1 and 65535.")
  .max(65_535, "A port is a whole number between 1 and 65535.");

export const Duration = z
  .string({ error: 'Write a duration such as "30s" or "1m30s".' })
  .refine(
    (text) => parseDuration(text) !== undefined,
    'Write a duration such as "30s" or "1m30s", up to 24h.',
  );

export const Line = z
  .string()
  .trim()
  .min(1, "This must not be empty.")
  .max(500, "Use at most 500 characters.");

/** Where a file stands inside a container. */
export const ContainerFile = z.string().superRefine((path, context) => {
  const wrong = wrongContainerPath(path) ?? wrongFilePath(path);
  if (wrong)
    context.addIssue({ code: "custom", message: `The path ${quote(path)} is not allowed: ${wrong}.` });
});

/** A page of this instance: nothing that a browser, after dropping what it drops, reads as another host. */
export const InternalRoute = z
  .string()
  .regex(/^\/(?![/\\])/, "The route must start with / and stay on this instance.")
  .refine(
    (route) => /^[!-[\]-~]*$/.test(route) && !/^[^?#]*\/(?:\/|\.{1,2}(?:[/?#]|$))/.test(route),
    "The route must hold plain ASCII characters only: no spaces, backslashes or //, and no part that is . or .. alone.",
  );

/** A path inside the build context: relative, and never above it. */
export const RelativePath = z
  .string()
  .min(1, "Name a file.")
  .refine(
    (path) =>
      !path.startsWith("/") &&
      path.length <= 255 &&
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
      !/[\\\u0000-\u001f\u007f]/.test(path) &&
      !path.split("/").some((part) => /^(?:\.{0,2}$|-)/.test(part)),
    "The path must be relative, at most 255 characters long, without . or .. parts, parts that begin with a dash, backslashes and control characters.",
  );
