import type { Lease } from "./lease";

const TELL_EVERY_MS = 1_000;

/** Tells how far a backup is, once a second at most. What cannot be written now is told a second later. */
export function tellProgress(lease: Lease, doing: string): (doneBytes: number) => void {
  let toldAt = 0;
  return (doneBytes) => {
    if (Date.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = Date.now();
    const holds = lease.row.progress?.holds ?? false;
    lease.write({ progress: { doing, doneBytes, holds } }).catch(() => {});
  };
}
