import { randomInt } from "node:crypto";
import { text, timestamp } from "drizzle-orm/pg-core";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A fresh identifier: the noun's prefix and 20 random characters (103 bits), such as `prj_0k3…`. */
export function newId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** The primary key of every table that is ours. */
export const id = (prefix: string) =>
  text()
    .primaryKey()
    .$defaultFn(() => newId(prefix));

/** A moment, with its time zone. */
export const at = () => timestamp({ withTimezone: true, mode: "date" });
