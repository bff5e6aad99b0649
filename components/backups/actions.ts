import type { NewDestination, NewSchedule } from "@/lib/backups/schema";

type Issues = { path: string; message: string }[];
export type Done = { ok: true } | { ok: false; message: string; issues?: Issues };

/** What the pages of backups have done on the server. */
export type BackupActions = {
  create(destinationId: string): Promise<Done>;
  remove(backupId: string): Promise<Done>;
  restore(backupId: string, how: { as?: string; confirm?: string[] }): Promise<Done | undefined>;
  schedule(schedule: NewSchedule | null): Promise<Done>;
};
export type StorageActions = {
  showKey(): Promise<{ ok: true; key: string } | { ok: false; message: string }>;
  add(input: NewDestination): Promise<Done>;
  check(destinationId: string): Promise<Done>;
  remove(destinationId: string): Promise<Done>;
};
