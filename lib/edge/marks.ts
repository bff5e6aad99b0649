import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { surroundings } from "./place";

/**
 * Has exactly these marks: the edge looks for a project's mark at each request, and takes its endpoints' second ports
 * while it is there. No connection is closed by that, as a new configuration would.
 */
export async function setMarks(projectIds: readonly string[]): Promise<void> {
  const { marks } = surroundings();
  const there = await readdir(marks);
  const missing = projectIds.filter((id) => !there.includes(id));
  const left = there.filter((name) => !projectIds.includes(name));
  await Promise.all([
    ...missing.map((id) => writeFile(path.join(marks, id), "", { mode: 0o600 })),
    ...left.map((name) => rm(path.join(marks, name), { force: true })),
  ]);
}
