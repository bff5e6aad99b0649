"use client";

import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { askAuth } from "../ask-auth";
import { PasswordField } from "../password-field";
import { Refused } from "../refused";
import { useAsk } from "../use-ask";
import { CodeField } from "./code-field";
import { KeyToScan } from "./key-to-scan";
import { RecoveryCodes } from "./recovery-codes";

const SECURITY = "/settings/security";

/** Sets up an authenticator: the password, its key and first code, then the recovery codes. */
export function SetUp() {
  const router = useRouter();
  const [uri, setUri] = useState<string>();
  const [codes, setCodes] = useState<string[]>();
  const step = codes ? 2 : uri ? 1 : 0;
  return (
    <>
      <Steps current={step} />
      {codes ? (
        <Card>
          <CardHeader>
            <h2>Recovery codes</h2>
          </CardHeader>
          <CardBody>
            <RecoveryCodes codes={codes} done={() => router.push(SECURITY)} />
          </CardBody>
        </Card>
      ) : uri ? (
        <FirstCode uri={uri} cancel={() => router.push(SECURITY)} showCodes={setCodes} />
      ) : (
        <AskPassword cancel={() => router.push(SECURITY)} showKey={setUri} />
      )}
    </>
  );
}

function AskPassword({ cancel, showKey }: { cancel: () => void; showKey: (uri: string) => void }) {
  const { ask, busy, failure } = useAsk();
  const [password, setPassword] = useState("");
  const wrong = failure?.code === "INVALID_PASSWORD" ? failure.message : undefined;
  async function submit(event: FormEvent) {
    event.preventDefault();
    const done = await ask(() => askAuth<{ totpURI: string }>("two-factor/enable", { password }));
    if (done) showKey(done.value.totpURI);
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <CardHeader>
          <h2>Confirm that it is you</h2>
        </CardHeader>
        <CardBody className="grid gap-4">
          {!wrong && <Refused failure={failure} />}
          <PasswordField
            id="password"
            label="Your password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={wrong}
          />
        </CardBody>
        <CardFooter className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            Continue
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

type FirstCodeProps = { uri: string; cancel: () => void; showCodes: (codes: string[]) => void };

function FirstCode({ uri, cancel, showCodes }: FirstCodeProps) {
  const { ask, busy, failure } = useAsk();
  const wrong = failure?.code === "INVALID_CODE" || failure?.code === "VALIDATION_ERROR";
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
    const done = await ask(() => askAuth<{ backupCodes: string[] }>("two-factor/verify-totp", { code }));
    if (!done) return;
    showCodes(done.value.backupCodes);
    toast.success("Two-factor authentication is on");
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <CardHeader>
          <h2>Scan with your authenticator</h2>
        </CardHeader>
        <CardBody className="grid gap-4">
          {!wrong && <Refused failure={failure} />}
          <KeyToScan uri={uri}>
            <CodeField kind="code" error={wrong ? failure?.message : undefined} readOnly={busy} />
          </KeyToScan>
        </CardBody>
        <CardFooter className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            Turn on
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

const STEPS = ["Password", "Authenticator", "Recovery codes"];

function Steps({ current }: { current: number }) {
  return (
    <ol aria-label="Set-up steps" className="flex items-center gap-3 text-sm max-md:gap-2">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? "step" : undefined}
          className={cn(
            "flex items-center gap-2 not-first:before:mr-1 not-first:before:w-10 not-first:before:border-t max-md:not-first:before:hidden",
            index === current ? "font-semibold" : "text-muted-foreground",
          )}
        >
          <span
            className={cn(
              "grid size-[22px] place-items-center rounded-full border border-input bg-card text-xs",
              index === current && "border-primary bg-primary text-primary-foreground",
              index < current && "border-primary bg-primary-soft text-primary-text",
            )}
          >
            {index < current ? <Check aria-hidden className="size-3 stroke-[2.5]" /> : index + 1}
          </span>
          <span className={cn(index !== current && "max-md:sr-only")}>
            {name}
            {index < current && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
