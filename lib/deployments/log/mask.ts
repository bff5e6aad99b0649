/** Replaces every secret in a text. */
export type Mask = (text: string) => string;

const HIDDEN = "••••••";
// Anything shorter would blank ordinary words.
const SHORTEST = 6;

/** A mask for these secret values, also where a program wrote them URL-encoded, in JSON, or line by line. */
export function createMask(secrets: Iterable<string>): Mask {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of [
      secret,
      encodeURIComponent(secret.toWellFormed()),
      JSON.stringify(secret).slice(1, -1),
    ])
      forms.add(form);
    for (const line of secret.split(/\r?\n/)) forms.add(line.trim());
  }
  // Longest first: a password must not take the middle out of the address that holds it.
  const hidden = [...forms].filter((form) => form.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((masked, form) => masked.replaceAll(form, HIDDEN), text);
}
