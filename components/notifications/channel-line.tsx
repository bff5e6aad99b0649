"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { Confirm } from "@/components/members/confirm";
import { Button } from "@/components/ui/button";
import { type ChannelChoices, type ChannelRow, TOLD_EVENTS } from "@/lib/notifications/schema";
import type { ChannelActions } from "./actions";
import { ChangeForm } from "./change-form";
import { TestButton } from "./test-button";
import { aboutOf, KINDS, whereOf } from "./words";

type ChannelLineProps = {
  channel: ChannelRow;
  choices: ChannelChoices;
  actions: ChannelActions;
  /** Shows a secret that was just renewed. */
  show: (name: string, secret: string) => void;
};

/** A channel: where it leads, what it is told of, what came of the last message, and what to do about it. */
export function ChannelLine({ channel, choices, actions, show }: ChannelLineProps) {
  const router = useRouter();
  const [open, setOpen] = useState<"change" | "remove">();
  const changer = useRef<HTMLButtonElement>(null);
  const { id, kind, name, paused } = channel;
  const Icon = KINDS.find((one) => one.kind === kind)?.Icon;
  function close() {
    setOpen(undefined);
    requestAnimationFrame(() => changer.current?.focus());
  }
  function done(words: string) {
    close();
    toast.success(words);
    router.refresh();
  }
  async function pause() {
    const result = await actions.change({ channelId: id, paused: !paused }).catch(() => undefined);
    if (result?.ok) done(paused ? `${name} is told of things again` : `${name} is paused`);
    else toast.error(result?.message ?? "The server did not answer. Load the page again.");
  }
  async function renew() {
    const result = await actions.renewSecret(id).catch(() => undefined);
    if (result?.ok) show(name, result.value.secret);
    else toast.error(result?.message ?? "The server did not answer. Load the page again.");
  }
  return (
    <li className="border-b border-border-soft px-5 py-3.5 text-sm last:border-b-0 max-md:px-4">
      <div className="flex items-start gap-x-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-[9px] bg-primary-soft text-primary-text max-md:hidden">
          {Icon && <Icon aria-hidden className="size-5" />}
        </span>
        <div className="grid min-w-0 flex-1 gap-0.5">
          <b className="break-words">{name}</b>
          <span className="break-words text-muted-foreground">{whereOf(channel)}</span>
          <span className="break-words">{aboutOf(channel, TOLD_EVENTS.length)}</span>
          <LastOutcome channel={channel} />
          <div className="mt-2 flex flex-wrap gap-2">
            <TestButton channelId={id} name={name} test={actions.test} />
            <Button
              ref={changer}
              size="sm"
              aria-expanded={open === "change"}
              onClick={() => setOpen("change")}
            >
              Change<span className="sr-only"> {name}</span>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void pause()}>
              {paused ? "Resume" : "Pause"}
              <span className="sr-only"> {name}</span>
            </Button>
            {kind === "webhook" && (
              <Button size="sm" variant="ghost" onClick={() => void renew()}>
                New secret<span className="sr-only"> for {name}</span>
              </Button>
            )}
            <Button size="sm" variant="danger-ghost" onClick={() => setOpen("remove")}>
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </div>
        </div>
      </div>
      {open === "change" && (
        <ChangeForm
          channel={channel}
          choices={choices}
          change={actions.change}
          close={close}
          done={() => done(`${name} is changed`)}
        />
      )}
      {open === "remove" && (
        <Confirm
          title={`Remove ${name}?`}
          lead="Nothing more is sent there, and the list of what was sent there goes too."
          name={name}
          verb="Remove"
          busyVerb="Removing…"
          act={() => actions.remove(id)}
          close={() => setOpen(undefined)}
          done={() => done(`${name} is removed`)}
        />
      )}
    </li>
  );
}

function LastOutcome({ channel: { paused, pausedReason, last } }: { channel: ChannelRow }) {
  if (paused)
    return (
      <span className="flex flex-wrap gap-x-2">
        <StatusMark plain tone="off" word="Paused" />
        {pausedReason && <span className="text-muted-foreground">{pausedReason}</span>}
      </span>
    );
  if (!last) return <StatusMark plain tone="off" word="Nothing was sent yet" />;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <StatusMark
        plain
        tone={last.ok ? "ok" : "fail"}
        word={last.ok ? "Last message arrived" : "Last message failed"}
      />
      <span className="text-xs text-muted-foreground">
        <TimeAgo at={last.at} everyMs={60_000} />
      </span>
      {last.error && <span className="w-full break-words text-muted-foreground">{last.error}</span>}
    </span>
  );
}
