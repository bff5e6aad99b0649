import { SignJWT } from "jose";
import type { ConfigField } from "./format/config-fields";

/** Env values by service and key. */
type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Gives that many bytes that nobody can guess. */
export type RandomBytes = (count: number) => Uint8Array;

export type GeneratedValue = {
  service: string;
  key: string;
  value: string;
  secret: boolean;
  /** `default` values are the author's text and may hold placeholders; generated ones never do. */
  source: "generated" | "default";
};

type WithConfig = { configFields?: readonly ConfigField[] };

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3_600;
const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The fields whose value the machine makes, with the group they share it with. */
export function generatedFields(definition: WithConfig): { field: ConfigField; group?: string }[] {
  const fields = definition.configFields ?? [];
  const makes = new Set(fields.filter((field) => field.generate).map((field) => field.generateGroup));
  return fields
    .filter(
      (field) => field.generate || (field.generateGroup !== undefined && makes.has(field.generateGroup)),
    )
    .map((field) => ({ field, ...(field.generateGroup !== undefined && { group: field.generateGroup }) }));
}

/**
 * Values for every config field that has none yet. What exists is never replaced, and a group follows the value
 * that one of its members already has. JWTs are HS256, valid for ten years from `now`.
 * @returns the new values, and `SERVICE: KEY` of each required field that ends up without one
 */
export async function generateValues(
  definition: WithConfig,
  existing: Values,
  random: RandomBytes,
  now: Date = new Date(),
): Promise<{ values: GeneratedValue[]; missing: string[] }> {
  const fields = definition.configFields ?? [];
  const made = new Map<string, string>();
  const groups = groupValues(fields, existing);
  const maker = new Set(generatedFields(definition).map(({ field }) => field));
  // Secrets come first, since tokens are signed with them.
  const inOrder = [...maker].sort((one, other) => rank(one) - rank(other));
  for (const field of inOrder) {
    if (valueAt(existing, field) !== undefined) continue;
    const shared = field.generateGroup === undefined ? undefined : groups.get(field.generateGroup);
    const value = shared ?? (await makeValue(field, groups, random, now));
    if (field.generateGroup !== undefined) groups.set(field.generateGroup, value);
    made.set(identity(field), value);
  }
  const open = fields.filter((field) => valueAt(existing, field) === undefined);
  const values = open.flatMap((field): GeneratedValue[] => {
    const generated = made.get(identity(field));
    const value = generated ?? field.default;
    if (value === undefined) return [];
    const source = generated === undefined ? "default" : "generated";
    return [
      { service: field.service, key: field.key, value, secret: field.secret ?? maker.has(field), source },
    ];
  });
  const filled = new Set(values.map(identity));
  const missing = open.filter((field) => field.required && !filled.has(identity(field))).map(identity);
  return { values, missing };
}

/** A random text of `length` characters (64 when omitted) in the field's alphabet (hex when omitted). */
export function randomText(field: Pick<ConfigField, "length" | "encoding">, random: RandomBytes): string {
  const { length = 64, encoding = "hex" } = field;
  if (encoding === "alphanumeric") return alphanumeric(length, random);
  // Whole bytes: 43 characters of base64url are exactly 32 bytes. One character alone can not end base64.
  const bytes = random(
    encoding === "hex" ? Math.ceil(length / 2) : Math.floor((length * 3) / 4) + Number(length % 4 === 1),
  );
  if (encoding === "hex")
    return [...bytes]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("")
      .slice(0, length);
  const text = btoa(String.fromCharCode(...bytes)).slice(0, length);
  return encoding === "base64" ? text : text.replaceAll("+", "-").replaceAll("/", "_");
}

/** The values that groups already have, from fields that exist or, for groups nobody generates, from defaults. */
function groupValues(fields: readonly ConfigField[], existing: Values): Map<string, string> {
  const groups = new Map<string, string>();
  for (const field of fields) {
    const value = valueAt(existing, field);
    if (field.generateGroup === undefined || value === undefined || groups.has(field.generateGroup)) continue;
    groups.set(field.generateGroup, value);
  }
  for (const field of fields) {
    const generated = fields.some((other) => other.generate && other.generateGroup === field.generateGroup);
    if (field.generateGroup === undefined || generated || groups.has(field.generateGroup)) continue;
    if (field.default !== undefined) groups.set(field.generateGroup, field.default);
  }
  return groups;
}

async function makeValue(
  field: ConfigField,
  groups: ReadonlyMap<string, string>,
  random: RandomBytes,
  now: Date,
): Promise<string> {
  if (field.generate !== "jwt") return randomText(field, random);
  const secret = groups.get(field.jwtSecretGroup ?? "") ?? randomText({}, random);
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT(field.jwtRole === undefined ? {} : { role: field.jwtRole })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TEN_YEARS_SECONDS)
    .sign(new TextEncoder().encode(secret));
}

function alphanumeric(length: number, random: RandomBytes): string {
  // Bytes past the last whole multiple of 62 are thrown away: a remainder would favour the first letters.
  const fair = 256 - (256 % ALPHANUMERIC.length);
  let text = "";
  while (text.length < length) {
    for (const byte of random(length)) if (byte < fair) text += ALPHANUMERIC[byte % ALPHANUMERIC.length];
  }
  return text.slice(0, length);
}

/** A group is made by the member that says how; tokens wait for the secrets. */
function rank(field: ConfigField): number {
  if (field.generate === "jwt") return 2;
  if (field.generate === undefined) return 3;
  return field.length !== undefined || field.encoding !== undefined ? 0 : 1;
}

function identity(field: { service: string; key: string }): string {
  return `${field.service}: ${field.key}`;
}

function valueAt(values: Values, field: ConfigField): string | undefined {
  const own = Object.hasOwn(values, field.service) ? values[field.service] : undefined;
  return own && Object.hasOwn(own, field.key) ? own[field.key] : undefined;
}
