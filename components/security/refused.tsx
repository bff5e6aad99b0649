"use client";

import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { askAuth } from "./ask-auth";

/** Why something was refused, with the way out when that is to sign in once more. */
export function Refused({ failure }: { failure: { code: string; message: string } | undefined }) {
  if (!failure) return null;
  async function signInAgain() {
    await askAuth("sign-out", {});
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  }
  return (
    <FailAlert>
      <div className="grid justify-items-start gap-2">
        {failure.message}
        {failure.code === "SESSION_NOT_FRESH" && (
          <Button size="sm" onClick={signInAgain}>
            Sign in again
          </Button>
        )}
      </div>
    </FailAlert>
  );
}
