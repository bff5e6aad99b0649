import { homedir } from "node:os";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { hasPasswordLength, PASSWORD_WORDS } from "@/lib/auth/rules";

/**
 * The only reader of the process environment. Everything is parsed once; what is wrong is told all at once,
 * each problem with the name of its setting and what to write instead.
 */

const flag = z
  .enum(["true", "false", "1", "0"], { error: "must be true or false" })
  .transform((value) => value === "true" || value === "1");

const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be a full address such as https://apps.example.org" })
  .transform((value) => new URL(value).origin);

const originList = z.string().transform((value, context) => {
  const entries = value.split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const parsed = httpUrl.safeParse(entry);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: `lists "${entry}", which is not a full address` });
    return z.NEVER;
  });
});

const proxyList = z.string().transform((value, context) => {
  const entries = value.split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const range = entry.includes("/") ? entry : `${entry}/${entry.includes(":") ? 128 : 32}`;
    if (ipaddr.isValidCIDR(range)) return range;
    context.addIssue({
      code: "custom",
      message: `lists "${entry}", which is no address or range such as 10.0.0.0/8`,
    });
    return z.NEVER;
  });
});

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

const hostList = z.string().transform((value, context) => {
  const entries = value.split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const isName = HOST_NAME.test(entry) && !/^[\d.]+$/.test(entry);
    // Octal and decimal spellings of an address are read in different ways by different programs.
    const isAddress = ipaddr.IPv6.isValid(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry);
    if (isName || isAddress || ipaddr.isValidCIDR(entry)) return entry;
    context.addIssue({
      code: "custom",
      message: `lists "${entry}", which is no name, address or range such as registry.internal or 10.0.0.0/8`,
    });
    return z.NEVER;
  });
});

const portNumber = z.coerce.number({ error: "must be a port number" }).int().min(1).max(65535);

const addressList = z.string().transform((value, context) => {
  const entries = value.split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    if (ipaddr.IPv6.isValid(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry)) return entry;
    context.addIssue({
      code: "custom",
      message: `lists "${entry}", which is no address such as 203.0.113.7 or 2001:db8::7`,
    });
    return z.NEVER;
  });
});

// As node:dns takes them: 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:5353.
const nameServerList = z.string().transform((value, context) => {
  const entries = value.split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const host =
      /^\[(.+)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([^:]+)(?::\d{1,5})?$/.exec(entry)?.[1] ?? entry;
    if (ipaddr.IPv6.isValid(host) || ipaddr.IPv4.isValidFourPartDecimal(host)) return entry;
    context.addIssue({
      code: "custom",
      message: `lists "${entry}", which is no name server such as 192.0.2.53`,
    });
    return z.NEVER;
  });
});

// "Roadstead <apps@example.org>", or the address alone.
const sender = z.string().refine((value) => {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(value)?.[1] ?? value;
  return z.email().safeParse(address).success;
}, "must be an address such as apps@example.org or Roadstead <apps@example.org>");

const perMinute = z.coerce.number({ error: "must be a number of requests per minute" }).int().min(1);

// Values that people paste from examples: a secret that anybody can read is none. Two equal characters at the beginning
// are no sign of one.
const WELL_KNOWN_SECRETS = /^(better-auth-secret|change-?me|secret|password|development|test|(.)\2+$)/i;

const secret = z
  .string()
  .min(32, "must be at least 32 characters long; make one with: openssl rand -base64 32")
  .refine(
    (value) => !WELL_KNOWN_SECRETS.test(value),
    "is a well-known value; make one with: openssl rand -base64 32",
  );

const MAKE_ONE = "make one with: openssl rand -base64 32";

/** "2:the new one,1:the old one", as the auth library reads it: the first is the current one. */
const secretList = z.string().transform((text, context) => {
  const entries = text.split(",").map((entry) => /^\s*(\d+)\s*:\s*(.*?)\s*$/s.exec(entry));
  const wrong = (message: string) => context.addIssue({ code: "custom", message });
  const listed = entries.flatMap((entry, index) => {
    const [, version = "", value = ""] = entry ?? [];
    const nth = `lists, at place ${index + 1},`;
    if (!entry) wrong(`${nth} something that is no number, a colon and a secret, such as 2:…,1:…`);
    else if (value.length < 32) wrong(`${nth} a secret of less than 32 characters; ${MAKE_ONE}`);
    else if (WELL_KNOWN_SECRETS.test(value)) wrong(`${nth} a well-known value; ${MAKE_ONE}`);
    return entry ? [{ version: Number(version), value }] : [];
  });
  const versions = listed.map(({ version }) => version);
  const double = versions.find((version, index) => versions.indexOf(version) < index);
  if (double !== undefined) wrong(`uses the number ${double} twice; each secret has its own`);
  const values = listed.map(({ value }) => value);
  if (new Set(values).size < values.length) wrong("lists one secret twice");
  return listed;
});

const PAIRS = [
  ["ROADSTEAD_ADMIN_EMAIL", "ROADSTEAD_ADMIN_PASSWORD"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["SMTP_URL", "SMTP_FROM"],
] as const;

const Environment = z
  .object({
    NODE_ENV: z.string().default("development"),
    DEPLOY_MODE: z
      .enum(["selfhosted", "cloud", "desktop"], { error: "must be selfhosted, cloud or desktop" })
      .default("selfhosted"),
    PORT: portNumber.default(3000),
    HOST: z.string().min(1).optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must look like postgres://user:password@host:5432/name" })
      .optional(),
    DOCKER_HOST: z.string().min(1).optional(),
    BETTER_AUTH_SECRET: secret.optional(),
    BETTER_AUTH_SECRETS: secretList.default([]),
    ROADSTEAD_DATA_DIR: z.string().min(1).optional(),
    ROADSTEAD_CATALOG_DIR: z.string().min(1).optional(),
    ROADSTEAD_PUBLIC_URL: httpUrl.optional(),
    ROADSTEAD_CLOUD_URL: httpUrl
      .refine(
        (url) => url.startsWith("https:") || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname),
        "must begin with https://, since sign-ins pass over it",
      )
      .optional(),
    ROADSTEAD_TRUSTED_ORIGINS: originList.default([]),
    ROADSTEAD_TRUSTED_PROXIES: proxyList.default([]),
    ROADSTEAD_ALLOWED_PRIVATE_HOSTS: hostList.default([]),
    ROADSTEAD_EDGE: z
      .enum(["auto", "managed", "off"], { error: "must be auto, managed or off" })
      .default("auto"),
    ROADSTEAD_EDGE_HTTP_PORT: portNumber.default(80),
    ROADSTEAD_EDGE_HTTPS_PORT: portNumber.default(443),
    ROADSTEAD_EDGE_ADDRESSES: addressList.default([]),
    ROADSTEAD_EDGE_DNS: nameServerList.default([]),
    ROADSTEAD_ACME_EMAIL: z.email("must be an e-mail address").optional(),
    ROADSTEAD_ACME_CA: z
      .union([z.literal("internal"), z.url({ protocol: /^https$/ })], {
        error: "must be the https address of an ACME directory, or internal",
      })
      .optional(),
    ROADSTEAD_ACME_ROOTS: z.string().min(1).optional(),
    ROADSTEAD_UPDATE_SCAN_HOURS: z.coerce
      .number({ error: "must be a number of hours; 0 for never" })
      .min(0)
      .max(720, "must be 720 hours at most")
      .default(6),
    ROADSTEAD_AUTH_RATE_LIMIT: perMinute.default(10),
    ROADSTEAD_API_RATE_LIMIT: perMinute.default(3000),
    ROADSTEAD_AUDIT_DAYS: z.coerce
      .number({ error: "must be a number of days" })
      .int("must be a whole number of days")
      .min(1, "must be at least one day")
      .max(36_500, "must be at most 36500 days")
      .default(365),
    ROADSTEAD_SNAPSHOT_DAYS: z.coerce
      .number({ error: "must be a number of days" })
      .min(0, "must be a number of days, 0 or more")
      .default(7),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: "must look like smtps://user:password@mail.example.org:465" })
      .optional(),
    SMTP_FROM: sender.optional(),
    ROADSTEAD_AUTH_MODE: z
      .enum(["none", "local", "cloud"], { error: "must be none, local or cloud" })
      .optional(),
    ROADSTEAD_REQUIRE_AUTH: flag.default(false),
    ROADSTEAD_ALLOW_ZERO_AUTH: flag.default(false),
    ROADSTEAD_INTERNAL_TOKEN: z.string().min(32, "must be at least 32 characters long").optional(),
    GITHUB_CLIENT_ID: z.string().min(1).optional(),
    GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
    ROADSTEAD_ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
    ROADSTEAD_ADMIN_PASSWORD: z.string().refine(hasPasswordLength, PASSWORD_WORDS.setting).optional(),
    PATH: z.string().default(""),
    XDG_DATA_HOME: z.string().optional(),
    XDG_RUNTIME_DIR: z.string().optional(),
  })
  .superRefine((env, context) => {
    if (env.DATABASE_URL && !env.BETTER_AUTH_SECRET && env.BETTER_AUTH_SECRETS.length === 0) {
      context.addIssue({
        code: "custom",
        path: ["BETTER_AUTH_SECRET"],
        message: "must be set when DATABASE_URL is; make one with: openssl rand -base64 32",
      });
    }
    for (const [one, other] of PAIRS) {
      if (Boolean(env[one]) === Boolean(env[other])) continue;
      context.addIssue({
        code: "custom",
        path: [env[one] ? other : one],
        message: `is missing: ${one} and ${other} belong together; set both or neither`,
      });
    }
  });

/** What the operator set, with defaults filled in. Paths are absolute, addresses are origins. */
export type Settings = ReturnType<typeof readSettings>;

/** All that is wrong with the environment, one line a setting. The message holds no value, since values may be secret. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`These settings need attention:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "SettingsError";
    this.problems = problems;
  }
}

/**
 * Reads settings from an environment.
 * @throws SettingsError naming every setting that is wrong
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join(".") || "environment"} ${issue.message}`),
    );
  }
  const env = parsed.data;
  const publicUrl = env.ROADSTEAD_PUBLIC_URL;
  return {
    production: env.NODE_ENV === "production",
    deployMode: env.DEPLOY_MODE,
    ...signInOf(env),
    port: env.PORT,
    host: env.HOST ?? (publicUrl ? "0.0.0.0" : "127.0.0.1"),
    publicUrl,
    cloudUrl: env.ROADSTEAD_CLOUD_URL,
    trustedOrigins: env.ROADSTEAD_TRUSTED_ORIGINS,
    trustedProxies: env.ROADSTEAD_TRUSTED_PROXIES,
    /** Names, addresses and ranges inside that outgoing requests may reach. */
    allowedPrivateHosts: env.ROADSTEAD_ALLOWED_PRIVATE_HOSTS,
    /** How domains are served, by a web server of this machine that Roadstead runs. */
    edge: {
      mode: env.ROADSTEAD_EDGE,
      httpPort: env.ROADSTEAD_EDGE_HTTP_PORT,
      httpsPort: env.ROADSTEAD_EDGE_HTTPS_PORT,
      /** The addresses of this machine that domains lead to; empty: they are found out. */
      addresses: env.ROADSTEAD_EDGE_ADDRESSES,
      /** Name servers to ask about domains; empty: those of the system. */
      nameServers: env.ROADSTEAD_EDGE_DNS,
      acmeEmail: env.ROADSTEAD_ACME_EMAIL,
      /** An ACME directory, or `internal`; the web server's own choice without. */
      acmeCa: env.ROADSTEAD_ACME_CA,
      acmeRoots:
        env.ROADSTEAD_ACME_ROOTS && path.resolve(/* turbopackIgnore: true */ env.ROADSTEAD_ACME_ROOTS),
    },
    /** From one comparison with what is upstream to the next; 0: only when somebody asks. */
    updateScanHours: env.ROADSTEAD_UPDATE_SCAN_HOURS,
    authRateLimit: env.ROADSTEAD_AUTH_RATE_LIMIT,
    apiRateLimit: env.ROADSTEAD_API_RATE_LIMIT,
    /** For how many days a row of the audit log is kept. */
    auditDays: env.ROADSTEAD_AUDIT_DAYS,
    /** How long copies of volumes are kept that an update has taken. */
    snapshotDays: env.ROADSTEAD_SNAPSHOT_DAYS,
    databaseUrl: env.DATABASE_URL,
    dockerHost: env.DOCKER_HOST,
    dataDir: path.resolve(
      /* turbopackIgnore: true */ env.ROADSTEAD_DATA_DIR ?? defaultDataDir(env.XDG_DATA_HOME),
    ),
    /** The operator's own catalog, instead of the one that comes along. */
    catalogDir:
      env.ROADSTEAD_CATALOG_DIR === undefined
        ? undefined
        : path.resolve(/* turbopackIgnore: true */ env.ROADSTEAD_CATALOG_DIR),
    runtimeDir: env.XDG_RUNTIME_DIR,
    /** Folders in which programs are looked for. */
    programDirs: env.PATH.split(path.delimiter).filter(Boolean),
    authSecret: env.BETTER_AUTH_SECRET,
    /** Every secret of BETTER_AUTH_SECRETS, the current one first; empty when it is not set. */
    authSecrets: env.BETTER_AUTH_SECRETS,
    internalToken: env.ROADSTEAD_INTERNAL_TOKEN,
    smtp: env.SMTP_URL && env.SMTP_FROM ? { url: env.SMTP_URL, from: env.SMTP_FROM } : undefined,
    social: {
      github: client(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
      google: client(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    },
    firstAdmin:
      env.ROADSTEAD_ADMIN_EMAIL && env.ROADSTEAD_ADMIN_PASSWORD
        ? { email: env.ROADSTEAD_ADMIN_EMAIL, password: env.ROADSTEAD_ADMIN_PASSWORD }
        : undefined,
  };
}

/** How people sign in. Who reaches the instance from elsewhere, or started it by the command line, always does so here. */
function signInOf(env: z.output<typeof Environment>) {
  const wanted = env.ROADSTEAD_AUTH_MODE ?? (env.DEPLOY_MODE === "desktop" ? "none" : "local");
  const required = env.ROADSTEAD_REQUIRE_AUTH
    ? "ROADSTEAD_REQUIRE_AUTH is set"
    : env.ROADSTEAD_PUBLIC_URL && "ROADSTEAD_PUBLIC_URL is set";
  const optIn =
    env.DEPLOY_MODE !== "desktop" && !env.ROADSTEAD_ALLOW_ZERO_AUTH
      ? "outside the desktop app it also needs ROADSTEAD_ALLOW_ZERO_AUTH=true"
      : undefined;
  const refusal = wanted === "none" ? (required ?? optIn) : undefined;
  return {
    authMode: required || refusal ? ("local" as const) : wanted,
    /** Why an instance that was told to ask for no sign-in does ask; undefined when it does as told. */
    zeroAuthRefused:
      env.ROADSTEAD_AUTH_MODE === "none" && refusal
        ? `ROADSTEAD_AUTH_MODE=none has no effect: ${refusal}. People sign in.`
        : undefined,
  };
}

function client(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

function defaultDataDir(xdgDataHome: string | undefined): string {
  if (process.getuid?.() === 0) return "/var/lib/roadstead";
  return path.join(xdgDataHome ?? path.join(homedir(), ".local", "share"), "roadstead");
}

const shared = globalThis as typeof globalThis & { roadsteadSettings?: Settings };

/** This process's settings, parsed on first use. @throws SettingsError naming every setting that is wrong */
export function settings(): Settings {
  shared.roadsteadSettings ??= readSettings(process.env);
  return shared.roadsteadSettings;
}

/** The addresses a browser may show the dashboard under, each as an origin. */
export function dashboardOrigins({ publicUrl, port, trustedOrigins }: Settings = settings()): string[] {
  const own = publicUrl
    ? [publicUrl]
    : ["127.0.0.1", "localhost", "[::1]"].map((host) => `http://${host}:${port}`);
  return [...own, ...trustedOrigins];
}
