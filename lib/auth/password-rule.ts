import { z } from "zod";

const SENTENCE = "Use 8 to 128 characters.";

/** A new password: 8 to 128 characters as a person counts them, whatever their bytes. */
export const NewPassword = z
  .string({ error: "Choose a password." })
  .refine((text) => [...text].length >= 8 && [...text].length <= 128, SENTENCE);
