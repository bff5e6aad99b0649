import type { z } from "zod";
import { Refusal } from "./refusal";

/** What zod found wrong, as the refusal that puts each message beside its field. */
export function invalidInput({ issues }: z.ZodError): Refusal {
  return new Refusal("VALIDATION_ERROR", {
    issues: issues.map(({ path, message }) => ({ path: path.join("."), message })),
  });
}
