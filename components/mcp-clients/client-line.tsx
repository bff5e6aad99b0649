"use client";

import { Plug } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { TimeAgo } from "@/components/marks/time-ago";
import { listed } from "@/components/marks/words";
import { Confirm } from "@/components/members/confirm";
import { Button } from "@/components/ui/button";
import type { McpClientRow } from "@/lib/mcp-clients/schema";
import type { McpClientActions } from "./actions";
import { ChangeForm } from "./change-form";
import { type Place, summaryOf } from "./words";

type ClientLineProps = { client: McpClientRow; places: readonly Place[]; actions: McpClientActions };

/** A client: where it is, what it may do, when it was used; and the two things to do about it. */
export function ClientLine({ client, places, actions }: ClientLineProps) {
  const router = useRouter();
  const [open, setOpen] = useState<"change" | "disconnect">();
  const changer = useRef<HTMLButtonElement>(null);
  const { clientId, name, binding, lastUsedAt, redirectHosts } = client;
  const place = places.find(({ id }) => id === binding.organizationId);
  function close() {
    setOpen(undefined);
    requestAnimationFrame(() => changer.current?.focus());
  }
  function done(words: string) {
    toast.success(words);
    router.refresh();
  }
  return (
    <li className="border-b border-border-soft px-5 py-3.5 text-sm last:border-b-0 max-md:px-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <span className="grid size-10 shrink-0 place-items-center rounded-[9px] bg-primary-soft text-primary-text max-md:hidden">
          <Plug aria-hidden className="size-5" />
        </span>
        <div className="grid min-w-0 flex-1 basis-[240px] gap-0.5">
          <b className="break-words">{name}</b>
          <span className="break-words">{summaryOf(binding, place?.choices ?? [])}</span>
          <span className="text-xs break-words text-muted-foreground">
            {places.length > 1 && place && `In ${place.name} · `}
            {listed(redirectHosts)} · connected <TimeAgo at={client.connectedAt} everyMs={60_000} /> ·{" "}
            {lastUsedAt ? (
              <>
                last used <TimeAgo at={lastUsedAt} everyMs={60_000} />
              </>
            ) : (
              "never used"
            )}
          </span>
        </div>
        <div className="flex gap-2">
          <Button ref={changer} size="sm" aria-expanded={open === "change"} onClick={() => setOpen("change")}>
            Change<span className="sr-only"> {name}</span>
          </Button>
          <Button size="sm" variant="danger-ghost" onClick={() => setOpen("disconnect")}>
            Disconnect<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
      {open === "change" && (
        <ChangeForm
          client={client}
          places={places}
          change={actions.change}
          close={close}
          done={() => {
            close();
            done(`${name} follows that from its next request on`);
          }}
        />
      )}
      {open === "disconnect" && (
        <Confirm
          title={`Disconnect ${name}?`}
          lead="It is refused from its next request on. To come back it has to ask you again."
          name={name}
          verb="Disconnect"
          busyVerb="Disconnecting…"
          act={() => actions.disconnect(clientId)}
          close={() => setOpen(undefined)}
          done={() => {
            setOpen(undefined);
            done(`${name} is disconnected`);
          }}
        />
      )}
    </li>
  );
}
