import type { Part } from "../variables/parts";
import type { Job } from "./job";

/** `./conf//app.ini` → `conf/app.ini`. A leading `..` or `/` stays. */
export function tidyPath(path: string): string {
  if (/^[/\\]+$/.test(path)) return "/";
  return path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part, at) => part !== "." && (part !== "" || at === 0))
    .join("/");
}

/** The content of a file that came along. */
export function givenAt(job: Job, path: string): readonly Part[] | undefined {
  return job.source.given.get(tidyPath(path));
}

/** The files that came along below a folder, by their path below it. */
export function givenBelow(job: Job, path: string): Map<string, readonly Part[]> {
  const folder = `${tidyPath(path)}/`;
  const found = new Map<string, readonly Part[]>();
  for (const [name, content] of job.source.given) {
    if (name.startsWith(folder) && name.length > folder.length) found.set(name.slice(folder.length), content);
  }
  return found;
}

/** A name for a volume out of any text: letters, digits and dashes. */
export function volumeName(text: string): string {
  const name = text
    .replaceAll(/[^A-Za-z0-9_.]+/g, "-")
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, "")
    .slice(0, 60);
  return name.length > 1 ? name : `data${name && `-${name}`}`;
}
