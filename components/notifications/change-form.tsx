"use client";

import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import type { ChannelChoices, ChannelRow } from "@/lib/notifications/schema";
import type { ChannelActions } from "./actions";
import { ChannelFields } from "./channel-fields";
import { useChannelForm } from "./use-channel-form";
import { toChange, valueFrom } from "./value";

type ChangeFormProps = {
  channel: ChannelRow;
  choices: ChannelChoices;
  change: ChannelActions["change"];
  close: () => void;
  done: () => void;
};

/** The same fields for a channel that is there; its address is asked for only to replace it. */
export function ChangeForm({ channel, choices, change, close, done }: ChangeFormProps) {
  const form = useChannelForm(valueFrom(channel), (value) => change(toChange(channel.id, value)), done);
  return (
    <form
      onSubmit={form.onSubmit}
      noValidate
      aria-label={`Change ${channel.name}`}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-border-soft pt-4"
    >
      <ChannelFields
        value={form.value}
        onChange={form.setValue}
        choices={choices}
        host={channel.host}
        errors={form.errors}
        nameRef={form.nameRef}
      />
      {form.failure && <FailAlert>{form.failure}</FailAlert>}
      <div className="flex justify-end gap-2">
        <Button onClick={close} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={form.busy}>
          {form.busy ? "Saving…" : "Save"}
        </Button>
      </div>
    </form>
  );
}
