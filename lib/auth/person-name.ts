import { z } from "zod";

/** A person's name as they write it. */
export const PersonName = z
  .string({ error: "Write your name." })
  .trim()
  .min(1, "Write your name.")
  .max(80, "Use at most 80 characters.");
