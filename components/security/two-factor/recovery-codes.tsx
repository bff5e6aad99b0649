"use client";

import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { saveText } from "@/components/marks/save-text";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";

/** Recovery codes, shown this once: to copy, download and print, until they are said to be saved. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const [saved, setSaved] = useState(false);
  const text = `Recovery codes for Roadstead at ${location.host}. Each works once.\n\n${codes.join("\n")}\n`;
  return (
    <div className="grid gap-4">
      <div data-print className="grid gap-3">
        <p className="text-sm">
          <b>These recovery codes are shown only now.</b> Each signs you in once when the authenticator is
          lost. Keep them away from this computer.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-muted px-4 py-3 font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => saveText("roadstead-recovery-codes.txt", text)}>
          <Download aria-hidden />
          Download
        </Button>
        <Button size="sm" onClick={() => print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <CopyButton text={text} label="Copy the recovery codes" showLabel />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label htmlFor="codes-saved" className="flex items-center gap-2.5 text-sm">
          <Checkbox id="codes-saved" checked={saved} onCheckedChange={(yes) => setSaved(yes === true)} />I
          have saved them
        </label>
        <Button variant="primary" disabled={!saved} onClick={done}>
          Done
        </Button>
      </div>
    </div>
  );
}
