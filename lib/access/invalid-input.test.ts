import { expect, test } from "vitest";
import { z } from "zod";
import { invalidInput } from "./invalid-input";

test("each field that is wrong is named by its place, one that does not exist included", () => {
  const shape = z.strictObject({ name: z.string("Write a name."), limits: z.strictObject({}) });
  const wrong = shape.safeParse({ limits: { cpus: 1, ram: 2 }, nmae: "x" });
  if (wrong.success) throw new Error("it was accepted");
  expect(invalidInput(wrong.error)).toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [
      { path: "name", message: "Write a name." },
      { path: "limits.cpus", message: "There is no such field." },
      { path: "limits.ram", message: "There is no such field." },
      { path: "nmae", message: "There is no such field." },
    ],
  });
});
