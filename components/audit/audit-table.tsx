import Link from "next/link";
import { TimeAgo } from "@/components/marks/time-ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { auditWords, outcomeWords, wasDone } from "@/lib/audit/rules";
import type { AuditEvent, AuditPage, AuditQuery } from "@/lib/audit/schema";
import { auditHref } from "./href";

/** The rows of the log, the newest first; a name or a thing leads to all that is told of it. */
export function AuditTable({ page, query }: { page: AuditPage; query: AuditQuery }) {
  if (page.data.length === 0) return <Nothing query={query} />;
  return (
    <Card>
      <ul aria-label="Audit log" className="divide-y divide-border-soft">
        {page.data.map((event) => (
          <Row key={event.seq} event={event} query={query} />
        ))}
      </ul>
      {(page.nextCursor || query.cursor) && (
        <div className="flex flex-wrap gap-2 border-t border-border-soft px-5 py-3 max-md:px-4">
          {page.nextCursor && (
            <Button asChild>
              <Link href={auditHref(query, { cursor: page.nextCursor })}>Show older</Link>
            </Button>
          )}
          {query.cursor && (
            <Button asChild variant="ghost">
              <Link href={auditHref(query, {})}>Back to the newest</Link>
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function Row({ event, query }: { event: AuditEvent; query: AuditQuery }) {
  const { operation, outcome, resource, at, details } = event;
  const tried = wasDone(outcome) ? auditWords(operation) : `tried: ${auditWords(operation)}`;
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3 max-md:px-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
      <div className="min-w-0">
        <p className="break-words">
          <Who event={event} query={query} /> {tried}
          {resource && (
            <>
              {": "}
              <Link
                href={auditHref(query, { resource: resource.id })}
                className="underline-offset-2 hover:underline"
              >
                {resource.name ?? <code className="text-xs">{resource.id}</code>}
              </Link>
            </>
          )}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
          <TimeAgo at={at} />
          {event.address && <span>from {event.address}</span>}
          {event.credential && <span>with {event.credential.name ?? event.credential.id}</span>}
          {details.method && <span>by {details.method}</span>}
          {details.role && <span>as {details.role}</span>}
          {details.repeated && <span>and {details.repeated} more like it within a minute</span>}
        </p>
      </div>
      <Badge variant={wasDone(outcome) ? "plain" : "warn"} className="justify-self-start">
        {outcomeWords(outcome)}
      </Badge>
    </li>
  );
}

const NOBODY: Record<string, string> = {
  terminal: "The terminal of the server",
  settings: "The settings of the server",
};

function Who({ event: { user, callerKind }, query }: { event: AuditEvent; query: AuditQuery }) {
  if (!user) return <span className="font-semibold">{NOBODY[callerKind] ?? "A stranger"}</span>;
  return (
    <Link
      href={auditHref(query, { user: user.id })}
      title={user.email ?? undefined}
      className="font-semibold underline-offset-2 hover:underline"
    >
      {user.name ?? user.id}
    </Link>
  );
}

function Nothing({ query }: { query: AuditQuery }) {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <h2>Nothing of the kind was done</h2>
      <p className="max-w-[44ch] text-muted-foreground">
        Changes and refusals are written here as they happen. Reading leaves no row.
      </p>
      <Button asChild className="mt-2">
        <Link href={auditHref({ of: query.of }, {})}>Show everything</Link>
      </Button>
    </Card>
  );
}
