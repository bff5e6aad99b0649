import type { Path, Rule } from "./rule";

// A character that no database text, environment or page can hold: NUL, and half of a surrogate pair.
const UNSTORABLE = /\0|\p{Cs}/u;

/** Every text of the definition can be stored and sent as it is. */
export const textsCanBeStored: Rule = (definition, report) => {
  const look = (value: unknown, path: Path): void => {
    if (typeof value === "string") {
      if (UNSTORABLE.test(value))
        report(path, "This text holds a NUL character or half a character, which cannot be stored.");
    } else if (Array.isArray(value)) {
      value.forEach((item, at) => {
        look(item, [...path, at]);
      });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) look(item, [...path, key]);
    }
  };
  look(definition, []);
};
