"use client";

import { useNow, useTimeZone } from "@/components/marks/use-now";
import { FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import { dayIn } from "./words";

const NEVER = "never";
const DAYS = [7, 30, 90, 180, 365];

/** The days that were chosen; undefined for a token that does not expire. */
export function expiryDays(value: string): number | undefined {
  return value === NEVER ? undefined : Number(value);
}

/** How long a token lives. */
export function ExpirySelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const now = useNow(60_000);
  const timeZone = useTimeZone();
  const days = expiryDays(value);
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor="token-expires">Expires</Label>
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger id="token-expires" aria-describedby="token-expires-help" />
        <SelectContent>
          {DAYS.map((count) => (
            <SelectItem key={count} value={String(count)}>
              In {count} days
            </SelectItem>
          ))}
          <SelectItem value={NEVER}>Never</SelectItem>
        </SelectContent>
      </Select>
      <FieldNotes
        id="token-expires"
        help={
          <span suppressHydrationWarning>
            {days === undefined
              ? "Choose a day unless nobody could renew it."
              : `On ${dayIn(days, now, timeZone)}`}
          </span>
        }
      />
    </div>
  );
}
