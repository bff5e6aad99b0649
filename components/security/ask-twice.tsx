"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";

type AskTwiceProps = {
  button: string;
  /** The button's name where several look alike. */
  name: string;
  /** What the second press says it does. */
  sure: string;
  busy: boolean;
  act: () => Promise<void>;
  /** Other buttons of the line, gone while it asks. */
  beside?: ReactNode;
};

/** A button that asks once more before it acts: the question takes its place, and the focus. */
export function AskTwice({ button, name, sure, busy, act, beside }: AskTwiceProps) {
  const [asked, setAsked] = useState<boolean>();
  async function confirm() {
    await act();
    setAsked(false);
  }
  // Keys, so that these are buttons of their own: the focus goes to the first, and back.
  if (asked) {
    return (
      <span key="sure" className="flex gap-2">
        <Button size="sm" variant="danger" autoFocus disabled={busy} onClick={confirm}>
          {sure}
        </Button>
        <Button size="sm" disabled={busy} onClick={() => setAsked(false)}>
          Keep it
        </Button>
      </span>
    );
  }
  return (
    <span key="first" className="flex gap-2">
      {beside}
      <Button
        size="sm"
        variant="danger-ghost"
        aria-label={name}
        autoFocus={asked === false}
        onClick={() => setAsked(true)}
      >
        {button}
      </Button>
    </span>
  );
}
