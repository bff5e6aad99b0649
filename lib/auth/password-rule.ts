import { z } from "zod";
import { hasPasswordLength, PASSWORD_WORDS } from "./rules";

/** A new password: 8 to 128 characters as a person counts them, whatever their bytes. */
export const NewPassword = z
  .string({ error: "Choose a password." })
  .refine(hasPasswordLength, PASSWORD_WORDS.wrong);
