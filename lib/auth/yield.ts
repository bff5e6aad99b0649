import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

// Enough to give way wherever there is not enough for all, and still to be done with soon.
const NICE = 10;

/**
 * Lets the threads that hash passwords give way to everything else of this process, where the system has a nice value
 * for each thread: Linux, by setpriority(2) ("C library/kernel differences"). They are there once something was
 * hashed. What the system does not allow stays as it is.
 */
export function letHashingYield(): void {
  if (process.platform !== "linux") return;
  try {
    const nice = Math.min(19, getPriority() + NICE);
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim();
      if (name === "libuv-worker") setPriority(Number(thread), nice);
    }
  } catch {
    // A thread may have ended meanwhile, or /proc is not what it usually is: hashing works all the same.
  }
}
