"use client";

import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { type ReactNode, useMemo } from "react";
import { CopyButton } from "@/components/marks/copy-button";

// A reader needs four modules of quiet around the code.
const QUIET = 4;

/** The key of an authenticator as a QR code and in letters, with the field for its first code beside it. */
export function KeyToScan({ uri, children }: { uri: string; children: ReactNode }) {
  const { size, path } = useMemo(() => {
    const code = generate(uri);
    return { size: code.size, path: toSvgPath(code) };
  }, [uri]);
  const address = new URL(uri);
  const key = address.searchParams.get("secret") ?? "";
  const account = decodeURIComponent(address.pathname).split(":").at(-1);
  return (
    <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)]">
      <svg
        role="img"
        aria-label="QR code with the setup key"
        viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
        shapeRendering="crispEdges"
        className="size-48 rounded-md border bg-white text-[#0f1f27] max-md:justify-self-center"
      >
        <path d={path} fill="currentColor" fillRule="evenodd" />
      </svg>
      <div className="grid content-start gap-5">
        <div className="grid gap-1.5">
          <span className="text-sm font-semibold">Or enter this key by hand</span>
          <div className="flex items-center rounded-md border bg-card py-1 pr-1 pl-2.5">
            <code className="min-w-0 flex-1 break-words">{key.replace(/(.{4})(?=.)/g, "$1 ")}</code>
            <CopyButton text={key} label="Copy the key" />
          </div>
          <p className="text-xs text-muted-foreground">Account {account}, time-based, 6 digits.</p>
        </div>
        {children}
      </div>
    </div>
  );
}
