"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { PASSWORD_WORDS } from "@/lib/auth/rules";
import { askAuth, wrongWith } from "./ask-auth";
import { PasswordField } from "./password-field";
import { Refused } from "./refused";
import { useAsk } from "./use-ask";

/** Changes the password, or adds one for who signs in without. */
export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const { ask, busy, failure } = useAsk();
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const wrongCurrent = failure?.code === "INVALID_PASSWORD" ? failure.message : undefined;
  const wrongFresh = wrongWith(failure, "newPassword");
  async function submit(event: FormEvent) {
    event.preventDefault();
    const body = { newPassword: fresh, ...(hasPassword && { currentPassword: current }) };
    const done = await ask(() => askAuth(hasPassword ? "change-password" : "set-password", body));
    if (!done) return;
    setCurrent("");
    setFresh("");
    toast.success(hasPassword ? "Password changed" : "Password added", {
      description: hasPassword ? "Your other sessions have ended." : undefined,
    });
  }
  return (
    <Card aria-labelledby="password-title">
      <form onSubmit={submit} noValidate>
        <CardHeader>
          <h2 id="password-title">Password</h2>
        </CardHeader>
        <CardBody className="grid gap-4">
          {failure && !wrongCurrent && !wrongFresh && <Refused failure={failure} />}
          {hasPassword && (
            <PasswordField
              id="current-password"
              label="Current password"
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
              error={wrongCurrent}
            />
          )}
          <PasswordField
            id="new-password"
            label="New password"
            autoComplete="new-password"
            value={fresh}
            onChange={(event) => setFresh(event.target.value)}
            help={PASSWORD_WORDS.help}
            error={wrongFresh}
          />
        </CardBody>
        <CardFooter className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-muted-foreground">
            {hasPassword
              ? "Changing it signs you out everywhere but here."
              : "Your account has none yet. Adding one needs a recent sign-in."}
          </p>
          <Button type="submit" disabled={busy}>
            {hasPassword ? "Change the password" : "Add a password"}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
