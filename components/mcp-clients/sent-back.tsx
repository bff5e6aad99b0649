import { CircleCheck, CircleX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";

/** What stays on the page after the answer: a program that was opened leaves the browser where it is. */
export function SentBack({ name, url, allowed }: { name: string; url: string; allowed: boolean }) {
  const Icon = allowed ? CircleCheck : CircleX;
  return (
    <Card aria-labelledby="sent-title">
      <CardBody role="status" className="grid justify-items-center gap-2 py-10 text-center">
        <Icon aria-hidden className={`size-8 ${allowed ? "text-ok-mark" : "text-muted-foreground"}`} />
        <h1 id="sent-title" className="max-w-full text-lg leading-[26px] break-words">
          {allowed ? `${name} is allowed` : `${name} was denied`}
        </h1>
        <p className="max-w-[44ch] text-sm text-muted-foreground">
          {allowed
            ? "Go back to it; this page can be closed. If it does not go on by itself, open it here."
            : "Nothing was connected. This page can be closed."}
        </p>
        <Button asChild className="mt-2">
          <a href={url} rel="noreferrer">
            {allowed ? "Go back to the client" : "Tell the client"}
          </a>
        </Button>
      </CardBody>
    </Card>
  );
}
