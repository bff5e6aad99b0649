"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { CopyButton } from "./copy-button";
import { StatusMark } from "./status-mark";

type ShownOnceProps = {
  /** Of the card's heading. */
  id: string;
  title: ReactNode;
  lead: ReactNode;
  secret: string;
  /** What stands there instead of the secret. */
  hidden?: string;
  /** Such as "Copy the token". */
  copyLabel: string;
  /** Beside the button that copies. */
  more?: ReactNode;
  close: () => void;
  children?: ReactNode;
};

/** A secret that was just made, this one time. */
export function ShownOnce(props: ShownOnceProps) {
  const { id, title, lead, secret, hidden, copyLabel, more, close, children } = props;
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that was sent is gone: the next thing to do is to copy.
    buttons.current?.querySelector("button")?.focus();
  }, []);
  return (
    <Card aria-labelledby={id} className="border-primary-line">
      <CardBody className="grid gap-3">
        <h2 id={id} className="flex min-w-0 items-center gap-2">
          <StatusMark tone="ok" word="Ready" hideWord />
          <span className="min-w-0 break-words">{title}</span>
        </h2>
        <p className="text-sm text-muted-foreground">{lead}</p>
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-input py-1.5 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 basis-[260px] text-sm break-all">{hidden ?? secret}</code>
          <div ref={buttons} className="flex gap-2">
            <CopyButton text={secret} label={copyLabel} showLabel />
            {more}
          </div>
        </div>
        {children}
        <div className="flex justify-end">
          <Button variant="ghost" size="sm" onClick={close}>
            I have saved it
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
