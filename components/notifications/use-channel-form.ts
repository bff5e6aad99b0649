"use client";

import { type FormEvent, useRef, useState } from "react";
import type { Refused } from "./actions";
import type { ChannelValue } from "./value";

const FIELDS = ["name", "url", "people", "events", "projectIds"] as const;
const SILENT: Refused = {
  ok: false,
  message: "The server did not answer. Load the page again to see what was done.",
};

/** A form of a channel: what it holds, what was refused about it, and sending it. */
export function useChannelForm<R extends { ok: true }>(
  first: ChannelValue,
  send: (value: ChannelValue) => Promise<R | Refused>,
  done: (result: R) => void,
) {
  const [value, setValue] = useState(first);
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const nameRef = useRef<HTMLInputElement>(null);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const result = await send(value).catch(() => SILENT);
    setBusy(false);
    if (result.ok) return done(result);
    setRefused(result);
    if (result.issues?.some(({ path }) => path === "name")) nameRef.current?.focus();
  }
  const errors = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      refused?.issues?.find(({ path }) => path.split(".")[0] === field)?.message,
    ]),
  ) as Partial<Record<(typeof FIELDS)[number], string>>;
  const isBeside = FIELDS.some((field) => errors[field]);
  return {
    value,
    setValue,
    busy,
    onSubmit,
    errors,
    nameRef,
    failure: isBeside ? undefined : refused?.message,
  };
}
