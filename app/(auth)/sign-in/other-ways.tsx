"use client";

import { Fingerprint } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { askAuth } from "@/components/security/ask-auth";
import { canAutofill, signInWithPasskey, stopWaiting } from "@/components/security/passkeys/ceremony";

import { PROVIDERS, type ProviderId } from "@/components/security/providers/providers";
import { Button } from "@/components/ui/button";

/** A passkey by its button, and among what the browser fills in at the e-mail field. */
export function PasskeyButton({ next }: { next: string }) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    // Waits unseen until somebody chooses a passkey in the field's list; the button takes its place.
    async function offer() {
      if (!(await canAutofill()) || gone) return;
      const answer = await signInWithPasskey(true);
      if (gone) return;
      if (answer.ok) goOn(answer.value.secondFactor, next);
      else if (answer.code === "PASSKEY_REJECTED") setFailure(answer.message);
    }
    void offer();
    return () => {
      gone = true;
      stopWaiting();
    };
  }, [next]);
  async function press() {
    setBusy(true);
    setFailure(undefined);
    const answer = await signInWithPasskey();
    if (answer.ok) return goOn(answer.value.secondFactor, next);
    setFailure(answer.message);
    setBusy(false);
  }
  return (
    <>
      {failure && <FailAlert>{failure}</FailAlert>}
      <Button size="lg" onClick={press} disabled={busy}>
        <Fingerprint aria-hidden />
        {busy ? "Waiting for your passkey…" : "Use a passkey"}
      </Button>
      <Or>or with your password</Or>
    </>
  );
}

type ProviderButtonsProps = { providers: readonly ProviderId[]; next: string };

/** The providers that this instance is set up for. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function go(provider: string) {
    setBusy(true);
    const answer = await askAuth<{ url: string }>("sign-in/social", {
      provider,
      callbackURL: next,
      errorCallbackURL: `/sign-in?next=${encodeURIComponent(next)}`,
    });
    if (answer.ok) return location.assign(answer.value.url);
    setFailure(answer.message);
    setBusy(false);
  }
  return (
    <>
      <Or>or</Or>
      {failure && <FailAlert>{failure}</FailAlert>}
      <div className="grid gap-2">
        {providers.map((provider) => {
          const { label, Icon } = PROVIDERS[provider];
          return (
            <Button key={provider} size="lg" disabled={busy} onClick={() => go(provider)}>
              <Icon aria-hidden />
              Continue with {label}
            </Button>
          );
        })}
      </div>
    </>
  );
}

function goOn(secondFactor: boolean, next: string): void {
  location.assign(secondFactor ? `/two-factor?next=${encodeURIComponent(next)}` : next);
}

function Or({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-xs text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {children}
    </div>
  );
}
