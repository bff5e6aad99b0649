import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** What a control names in aria-describedby, for the help and the error below it. */
export function describedBy(id: string, { help, error }: { help?: ReactNode; error?: string }) {
  return [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

type FieldNotesProps = { id: string; help?: ReactNode; error?: string };

/** The lines below a control: what is wrong with it, and what it is for. */
export function FieldNotes({ id, help, error }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs text-fail">
          <CircleAlert aria-hidden className="mt-px size-3.5" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted-foreground">
          {help}
        </p>
      )}
    </>
  );
}
