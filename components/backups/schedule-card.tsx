"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { FailAlert } from "@/components/marks/fail-alert";
import { useTimeZone } from "@/components/marks/use-now";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { Destination, Schedule } from "@/lib/backups/schema";
import type { BackupActions } from "./actions";
import { useAct } from "./use-act";
import { scheduleInWords, WEEKDAYS } from "./words";

type ScheduleCardProps = {
  schedule: Schedule | null;
  destinations: Destination[];
  canWrite: boolean;
  save: BackupActions["schedule"];
};

/** When the project is backed up by itself, and how much is kept. */
export function ScheduleCard({ schedule, destinations, canWrite, save }: ScheduleCardProps) {
  const router = useRouter();
  const here = useTimeZone();
  const [when, setWhen] = useState(
    schedule ? (schedule.weekday === null ? "daily" : String(schedule.weekday)) : "never",
  );
  const [hour, setHour] = useState(String(schedule?.hour ?? 3));
  const [place, setPlace] = useState(schedule?.destinationId ?? destinations[0]?.id ?? "");
  const [keepLast, setKeepLast] = useState(String(schedule ? (schedule.keepLast ?? "") : 7));
  const [keepDays, setKeepDays] = useState(String(schedule?.keepDays ?? ""));
  const { act, busy, failure } = useAct();
  const timeZone = schedule?.timeZone ?? here ?? "UTC";
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wanted = {
      ...{ destinationId: place, hour: Number(hour), timeZone },
      ...(when === "daily"
        ? { rhythm: "daily" as const }
        : { rhythm: "weekly" as const, weekday: Number(when) }),
      ...{ keepLast: numberOrNull(keepLast), keepDays: numberOrNull(keepDays) },
    };
    act(
      () => save(when === "never" ? null : wanted),
      () => {
        toast.success(when === "never" ? "It is backed up by hand only" : "The schedule is saved");
        router.refresh();
      },
    );
  }
  const isOn = when !== "never";
  return (
    <Card aria-labelledby="schedule-heading">
      <form onSubmit={onSubmit}>
        <CardHeader>
          <h2 id="schedule-heading">Schedule</h2>
          <span className="text-xs text-muted-foreground">
            {schedule ? (
              <>
                {scheduleInWords(schedule)} ({schedule.timeZone}), next <Next at={schedule.nextAt} />
              </>
            ) : (
              "By hand only"
            )}
          </span>
        </CardHeader>
        <CardBody className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Choice id="when" label="When" value={when} onChange={setWhen} disabled={!canWrite}>
            {[
              ["never", "Never by itself"],
              ["daily", "Every day"],
              ...WEEKDAYS.map((day, at) => [String(at + 1), `Every ${day}`]),
            ]}
          </Choice>
          <Choice
            id="hour"
            label={`At (${timeZone})`}
            value={hour}
            onChange={setHour}
            disabled={!canWrite || !isOn}
          >
            {Array.from({ length: 24 }, (_, at) => [String(at), `${String(at).padStart(2, "0")}:00`])}
          </Choice>
          <Choice id="place" label="Where to" value={place} onChange={setPlace} disabled={!canWrite || !isOn}>
            {destinations.map(({ id, name }) => [id, name])}
          </Choice>
          <div className="grid grid-cols-2 gap-4">
            <Count
              id="keep-last"
              label="Keep the last"
              value={keepLast}
              onChange={setKeepLast}
              disabled={!canWrite || !isOn}
            />
            <Count
              id="keep-days"
              label="Keep for days"
              value={keepDays}
              onChange={setKeepDays}
              disabled={!canWrite || !isOn}
            />
          </div>
          <p className="text-xs text-muted-foreground sm:col-span-2">
            Older ones are deleted once a newer one is verified. An empty field sets no limit, and the last
            good backup is never deleted.
          </p>
          {failure && <FailAlert className="sm:col-span-2">{failure}</FailAlert>}
        </CardBody>
        {canWrite && (
          <CardFooter className="flex justify-end">
            <Button type="submit" variant="primary" disabled={busy || (isOn && place === "")}>
              {busy ? "Saving…" : "Save the schedule"}
            </Button>
          </CardFooter>
        )}
      </form>
    </Card>
  );
}

function Next({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const words = new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <time dateTime={at} suppressHydrationWarning>
      {words}
    </time>
  );
}

const numberOrNull = (text: string) => (text.trim() === "" ? null : Number(text));

type ChoiceProps = {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  children: string[][];
};

function Choice({ id, label, value, onChange, disabled, children }: ChoiceProps) {
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Select value={value} onValueChange={onChange} disabled={disabled}>
        <SelectTrigger id={id} />
        <SelectContent>
          {children.map(([key = "", words]) => (
            <SelectItem key={key} value={key}>
              {words}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  );
}

function Count({ id, label, value, onChange, disabled }: Omit<ChoiceProps, "children">) {
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
