/** Times, sizes and counts as people say them. Pure, the same on the server and in the browser. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `4 seconds ago`, `12 minutes ago`, `3 days ago`. A time to come counts as now. */
export function ago(from: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - from) / 1000));
  if (seconds < 2) return "just now";
  if (seconds < MINUTE) return `${seconds} seconds ago`;
  if (seconds < HOUR) return `${counted(Math.floor(seconds / MINUTE), "minute")} ago`;
  if (seconds < DAY) return `${counted(Math.floor(seconds / HOUR), "hour")} ago`;
  return `${counted(Math.floor(seconds / DAY), "day")} ago`;
}

/** How long something took: `0.3 s`, `31.4 s`, `1 min 12 s`, `2 h 5 min`. */
export function took(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < MINUTE) return `${seconds.toFixed(1)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ${Math.floor(seconds % MINUTE)} s`;
  return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
}

/** A running clock: `0:58`, `12:04`. */
export function clock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

/** `up 3 days`, without "ago". */
export function since(from: number, now: number): string {
  return ago(from, now).replace(" ago", "");
}

/** `1 container`, `2 containers`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Memory or disk, 1024-based: `21 MB`, `1.1 GB`. */
export function megabytes(mb: number): string {
  if (mb < 1000) return `${Math.round(mb)} MB`;
  return `${(mb / 1024).toFixed(1)} GB`;
}

export function bytes(size: number): string {
  if (size < 1024 * 1024) return `${Math.max(1, Math.round(size / 1024))} KB`;
  return megabytes(size / 1024 / 1024);
}
