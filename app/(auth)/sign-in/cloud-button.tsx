"use client";

import { Cloud } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { askAuth } from "@/components/security/ask-auth";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { CloudBegun } from "./actions";

type Polled = { status: "pending" | "expired" | "resolved"; claimUrl?: string };
type Waiting = { url: string; nonce: string };

const EVERY_MS = 1500;
const TOO_LATE = "This sign-in has expired: it waits for five minutes. Begin again.";

/** Signing in at the cloud: it goes on in a browser, and this page waits for it. */
export function CloudButton({ begin }: { begin: () => Promise<CloudBegun> }) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const end = useCallback(() => {
    setWaiting(undefined);
    setFailure(TOO_LATE);
  }, []);
  useClaim(waiting?.nonce, end);
  async function press() {
    setBusy(true);
    setFailure(undefined);
    const failed = { ok: false as const, message: "Roadstead does not answer. Try again." };
    const begun = await begin().catch(() => failed);
    setBusy(false);
    if (!begun.ok) return setFailure(begun.message);
    setWaiting(begun);
    window.open(begun.url, "_blank", "noopener");
  }
  return (
    <>
      {failure && <FailAlert>{failure}</FailAlert>}
      {waiting ? (
        <Alert variant="primary" role="status">
          <Cloud aria-hidden />
          <div>
            <b>Waiting for the cloud.</b> Sign in in the window that has opened; this page goes on by itself.{" "}
            <a className="link" href={waiting.url} target="_blank" rel="noreferrer">
              No window? Open it here
            </a>
          </div>
        </Alert>
      ) : (
        <Button variant="primary" size="lg" disabled={busy} onClick={press}>
          <Cloud aria-hidden />
          Continue with the cloud
        </Button>
      )}
    </>
  );
}

/** Asks how far the sign-in of this nonce is, and goes on when it is done. */
function useClaim(nonce: string | undefined, onExpired: () => void): void {
  useEffect(() => {
    if (!nonce) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    async function look() {
      const polled = await askAuth<Polled>(`desktop-auth-poll?nonce=${encodeURIComponent(nonce ?? "")}`);
      if (gone) return;
      if (polled.ok && polled.value.claimUrl) return location.assign(polled.value.claimUrl);
      if (polled.ok && polled.value.status === "expired") return onExpired();
      timer = setTimeout(look, EVERY_MS);
    }
    timer = setTimeout(look, EVERY_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [nonce, onExpired]);
}
