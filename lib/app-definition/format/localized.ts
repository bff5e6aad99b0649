import { z } from "zod";

const Locale = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, "Use a locale code such as en or pt-BR.");

/** Text for people: one string, or one per locale. */
export const Localized = z.union([z.string(), z.record(Locale, z.string())], {
  error: "Write a text, or a map from locale code to text.",
});
export type Localized = z.infer<typeof Localized>;

/**
 * The text in the wanted locale, else in its language, else in English, else the first there is.
 * @returns "" for an empty map
 */
export function inLocale(text: Localized, locale = "en"): string {
  if (typeof text === "string") return text;
  const own = new Map(Object.entries(text));
  const [language = locale] = locale.split("-");
  return own.get(locale) ?? own.get(language) ?? own.get("en") ?? own.values().next().value ?? "";
}
