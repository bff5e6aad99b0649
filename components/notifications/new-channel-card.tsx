"use client";

import { FailAlert } from "@/components/marks/fail-alert";
import { FormFooter } from "@/components/marks/form-footer";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { ChannelChoices, ChannelKind, MadeChannel } from "@/lib/notifications/schema";
import type { ChannelActions } from "./actions";
import { ChannelFields } from "./channel-fields";
import { useChannelForm } from "./use-channel-form";
import { newValue, toNew } from "./value";
import { KINDS } from "./words";

type NewChannelCardProps = {
  choices: ChannelChoices;
  userId: string;
  add: ChannelActions["add"];
  done: (made: MadeChannel) => void;
  /** Absent while there is no channel to go back to. */
  cancel: (() => void) | undefined;
};

/** The form for another channel. */
export function NewChannelCard({ choices, userId, add, done, cancel }: NewChannelCardProps) {
  const form = useChannelForm(
    newValue(choices.mail, userId),
    (value) => add(toNew(value)),
    ({ value }) => done(value),
  );
  const { value, setValue, busy } = form;
  return (
    <Card aria-labelledby="new-channel-title">
      <form onSubmit={form.onSubmit} noValidate>
        <CardHeader>
          <h2 id="new-channel-title">New channel</h2>
        </CardHeader>
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <RadioGroup
            aria-label="Kind"
            value={value.kind}
            onValueChange={(kind) => setValue({ ...value, kind: kind as ChannelKind })}
            className="sm:grid-cols-2"
          >
            {KINDS.map(({ kind, label, help, Icon }) => (
              <RadioCard
                key={kind}
                value={kind}
                disabled={kind === "email" && !choices.mail}
                help={help}
                label={
                  <span className="flex items-center gap-1.5">
                    <Icon aria-hidden className="size-4 text-muted-foreground" />
                    {label}
                  </span>
                }
              />
            ))}
          </RadioGroup>
          {!choices.mail && (
            <Alert>
              This instance cannot send mail yet. Its operator sets <code>SMTP_URL</code> and{" "}
              <code>SMTP_FROM</code> for that.
            </Alert>
          )}
          <ChannelFields
            value={value}
            onChange={setValue}
            choices={choices}
            errors={form.errors}
            nameRef={form.nameRef}
          />
          {form.failure && <FailAlert>{form.failure}</FailAlert>}
        </CardBody>
        <FormFooter busy={busy} words={{ act: "Add channel", busy: "Adding…" }} cancel={cancel} />
      </form>
    </Card>
  );
}
