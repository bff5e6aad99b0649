import type { z } from "zod";
import { invalidInput } from "@/lib/access/invalid-input";
import { refuse } from "./refuse";

/** The value as the shape has it. @throws APIError VALIDATION_ERROR naming each field */
export function parseFields<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuse("VALIDATION_ERROR", { issues: invalidInput(parsed.error).issues });
}
