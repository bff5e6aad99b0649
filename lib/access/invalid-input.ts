import type { z } from "zod";
import { Refusal } from "./refusal";

/** What zod found wrong, as the refusal that puts each message beside its field. */
export function invalidInput({ issues }: z.ZodError): Refusal {
  return new Refusal("VALIDATION_ERROR", {
    issues: issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({
            path: [...issue.path, key].join("."),
            message: "There is no such field.",
          }))
        : [{ path: issue.path.join("."), message: issue.message }],
    ),
  });
}
