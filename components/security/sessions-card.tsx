"use client";

import { Monitor } from "lucide-react";
import { toast } from "sonner";
import { TimeAgo } from "@/components/marks/time-ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { askAuth } from "./ask-auth";
import { deviceWords } from "./device-words";
import { Refused } from "./refused";
import { useAsk } from "./use-ask";

type Session = {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  lastUsedAt: string;
  current: boolean;
};

/** Where this account is signed in: end one, or all but this. */
export function SessionsCard({ sessions }: { sessions: Session[] }) {
  const { ask, busy, failure } = useAsk();
  // This one first: it says which of the others are strange.
  const ordered = [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
  async function end({ id, userAgent }: Session) {
    if (await ask(() => askAuth("revoke-session", { token: id })))
      toast.success(`${deviceWords(userAgent)} is signed out`);
  }
  async function endOthers() {
    if (await ask(() => askAuth("revoke-other-sessions", {}))) toast.success("All other sessions have ended");
  }
  return (
    <Card aria-labelledby="sessions-title">
      <CardHeader>
        <h2 id="sessions-title">Sessions</h2>
        {sessions.length > 1 && (
          <Button size="sm" disabled={busy} onClick={endOthers}>
            End all others
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid gap-4">
        <Refused failure={failure} />
        <ul className="divide-y divide-border-soft rounded-md border">
          {ordered.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2.5">
              <Monitor aria-hidden className="text-muted-foreground" />
              <span className="min-w-0 flex-1">
                <b className="block truncate text-sm">{deviceWords(session.userAgent)}</b>
                <span className="text-xs text-muted-foreground">
                  {session.ipAddress && <>{session.ipAddress} · </>}
                  last used <TimeAgo at={session.lastUsedAt} everyMs={60_000} />
                </span>
              </span>
              {session.current ? (
                <Badge variant="primary">This session</Badge>
              ) : (
                <Button
                  size="sm"
                  variant="danger-ghost"
                  disabled={busy}
                  aria-label={`End the session of ${deviceWords(session.userAgent)}`}
                  onClick={() => end(session)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
