"use client";

import { Anchorage } from "@/components/marks/anchorage";
import { counted } from "@/components/marks/words";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { McpClientRow } from "@/lib/mcp-clients/schema";
import type { McpClientActions } from "./actions";
import { ClientLine } from "./client-line";
import type { Place } from "./words";

type ClientsCardProps = { clients: McpClientRow[]; places: readonly Place[]; actions: McpClientActions };

/** The clients that act for one person, the newest first. */
export function ClientsCard({ clients, places, actions }: ClientsCardProps) {
  return (
    <Card aria-labelledby="clients-title">
      <CardHeader>
        <div>
          <h2 id="clients-title">Connected clients</h2>
          <p className="text-xs text-muted-foreground">
            {clients.length > 0 ? `${counted(clients.length, "client")}, acting as you` : "They act as you"}
          </p>
        </div>
      </CardHeader>
      {clients.length === 0 ? (
        <CardBody className="grid gap-2 py-8 text-center text-sm text-muted-foreground">
          <Anchorage />
          <p>None is connected. What you allow stands here, with what it may do and when it was last used.</p>
        </CardBody>
      ) : (
        <ul>
          {clients.map((client) => (
            <ClientLine key={client.clientId} client={client} places={places} actions={actions} />
          ))}
        </ul>
      )}
    </Card>
  );
}
