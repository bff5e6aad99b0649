import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { counted } from "@/components/marks/words";
import { Card, CardHeader } from "@/components/ui/card";
import type { DeliveryRow } from "@/lib/notifications/schema";
import { deliveryMark } from "./words";

/** What was told lately, and what came of it. */
export function DeliveriesCard({ deliveries }: { deliveries: DeliveryRow[] }) {
  if (deliveries.length === 0) return null;
  return (
    <Card aria-labelledby="deliveries-title">
      <CardHeader>
        <h2 id="deliveries-title">Recent messages</h2>
      </CardHeader>
      <ul className="divide-y divide-border-soft">
        {deliveries.map((delivery) => (
          <Line key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ delivery }: { delivery: DeliveryRow }) {
  const { headline, channelName, to, createdAt, error, state, attempts, nextAt } = delivery;
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3 text-sm max-md:px-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
      <div className="min-w-0">
        <p className="break-words">{headline}</p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
          <TimeAgo at={createdAt} everyMs={60_000} />
          <span className="min-w-0 break-words">
            {channelName}
            {to && `, to ${to}`}
          </span>
          {attempts > 1 && <span>{counted(attempts, "attempt")}</span>}
          {state === "waiting" && attempts > 0 && nextAt && (
            <span>
              again <TimeAgo at={nextAt} everyMs={60_000} />
            </span>
          )}
        </p>
        {error && <p className="text-xs break-words text-muted-foreground">{error}</p>}
      </div>
      <StatusMark {...deliveryMark(delivery)} plain className="justify-self-start" />
    </li>
  );
}
