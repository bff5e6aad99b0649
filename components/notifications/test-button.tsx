"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import type { ChannelActions } from "./actions";

type TestButtonProps = { channelId: string; name: string; test: ChannelActions["test"] };

/** Sends a test and says what came of it. */
export function TestButton({ channelId, name, test }: TestButtonProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [answer, setAnswer] = useState("");
  function press() {
    start(async () => {
      setAnswer("");
      const result = await test(channelId).catch(() => undefined);
      const words = result?.ok ? result.value.answer : result?.message;
      const isSent = result?.ok === true && result.value.ok;
      const said = words ?? "The server did not answer. Load the page again.";
      setAnswer(said);
      if (isSent) toast.success(said);
      else toast.error(said);
      router.refresh();
    });
  }
  return (
    <>
      <Button size="sm" disabled={busy} onClick={press}>
        {busy ? "Sending…" : "Test"}
        <span className="sr-only"> {name}</span>
      </Button>
      <span role="status" className="sr-only">
        {answer}
      </span>
    </>
  );
}
