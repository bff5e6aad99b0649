import type { Issue } from "@/lib/access/refusal";

/**
 * What was sent and is not part of the shape it was parsed with, by path: parsing has left it out. A value that has
 * become another kind of thing is not looked into.
 */
export function unknownArguments(sent: unknown, parsed: unknown, path: string[] = []): Issue[] {
  if (Array.isArray(sent) && Array.isArray(parsed))
    return sent.flatMap((item, at) => unknownArguments(item, parsed[at], [...path, String(at)]));
  if (!isRecord(sent) || !isRecord(parsed)) return [];
  return Object.keys(sent).flatMap((key) => {
    const here = [...path, key];
    if (Object.hasOwn(parsed, key)) return unknownArguments(sent[key], parsed[key], here);
    return [{ path: here.join("."), message: "There is no such argument." }];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
