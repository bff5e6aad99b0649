import type { EnvEntry } from "@/lib/projects/schema";
import type { Change } from "./redeploy-bar";

/** A variable as it is being edited. `value` undefined: as it is stored. */
export type EnvDraft = {
  service: string;
  key: string;
  secret: boolean;
  stored: EnvEntry | null;
  value: string | undefined;
  removed: boolean;
};

export function draftsOf(entries: readonly EnvEntry[]): EnvDraft[] {
  return entries.map((stored) => ({
    service: stored.service,
    key: stored.key,
    secret: stored.secret,
    stored,
    value: undefined,
    removed: false,
  }));
}

/** Only variables that people added can be taken away; the others belong to the app. */
export function mayRemove({ stored }: EnvDraft): boolean {
  return stored === null || stored.source === "user";
}

function isChanged({ stored, value, removed }: EnvDraft): boolean {
  if (removed || stored === null) return removed !== (stored === null);
  // A secret's field begins empty, and means what is stored until something is typed.
  if (stored.secret && value === "") return false;
  return value !== undefined && value !== stored.value;
}

/** What the bar says about the edits. */
export function changesOf(drafts: readonly EnvDraft[]): Change[] {
  return drafts.filter(isChanged).map(({ key, secret, stored, value, removed }) => ({
    key,
    before: stored ? (stored.secret ? "••••" : (stored.value ?? "")) : "",
    after: removed ? "(removed)" : secret ? "••••" : (value ?? ""),
  }));
}

/** What is sent: what changed, and every variable that people added, since those left out are removed. */
export function toSend(drafts: readonly EnvDraft[]) {
  return drafts
    .filter((draft) => !draft.removed && (isChanged(draft) || draft.stored?.source === "user"))
    .map((draft) => {
      const { service, key, value, secret } = draft;
      return { service, key, value: isChanged(draft) ? value : undefined, secret };
    });
}
