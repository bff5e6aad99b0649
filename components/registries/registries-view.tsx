"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Anchorage } from "@/components/marks/anchorage";
import { TimeAgo } from "@/components/marks/time-ago";
import { counted } from "@/components/marks/words";
import { Confirm } from "@/components/members/confirm";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { RegistryRow, StoredRegistry } from "@/lib/registries/schema";
import type { RegistryActions } from "./actions";
import { RegistryForm } from "./registry-form";

type RegistriesViewProps = { registries: RegistryRow[]; actions: RegistryActions };

/** The registries that an organization signs in to, and the form for another, or for a new password. */
export function RegistriesView({ registries, actions }: RegistriesViewProps) {
  const router = useRouter();
  const [replacing, setReplacing] = useState<RegistryRow>();
  const [round, setRound] = useState(0);
  function done({ host, checked }: StoredRegistry) {
    const unknown = `${host} wanted no sign-in just now, so nobody knows whether this one is right`;
    if (checked) toast.success(`${host} accepts this sign-in`);
    else toast.warning(unknown);
    setReplacing(undefined);
    setRound(round + 1);
    router.refresh();
  }
  return (
    <>
      <RegistryForm
        key={`${round} ${replacing?.id ?? ""}`}
        set={actions.set}
        done={done}
        replace={replacing && { ...replacing, cancel: () => setReplacing(undefined) }}
        inUse={round > 0 || replacing !== undefined}
      />
      <Card aria-labelledby="registries-title">
        <CardHeader>
          <div>
            <h2 id="registries-title">Registries</h2>
            <p className="text-xs text-muted-foreground">
              {registries.length > 0 ? counted(registries.length, "sign-in") : "Public images need none"}
            </p>
          </div>
        </CardHeader>
        {registries.length === 0 ? (
          <CardBody className="grid gap-2 py-8 text-center text-sm text-muted-foreground">
            <Anchorage />
            <p>
              There is none. Private images can be pulled, built upon and compared once their registry is
              here.
            </p>
          </CardBody>
        ) : (
          <ul>
            {registries.map((registry) => (
              <Line
                key={registry.id}
                registry={registry}
                remove={actions.remove}
                replace={() => setReplacing(registry)}
                done={() => {
                  toast.success(`The sign-in to ${registry.host} is removed`);
                  router.refresh();
                }}
              />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

type LineProps = {
  registry: RegistryRow;
  remove: RegistryActions["remove"];
  replace: () => void;
  done: () => void;
};

function Line({ registry: { id, host, username, updatedAt }, remove, replace, done }: LineProps) {
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border-soft px-5 py-3 text-sm last:border-b-0 max-md:px-4">
      <div className="min-w-0 flex-1 basis-[220px]">
        <b className="block break-words">{host}</b>
        <span className="text-xs break-words text-muted-foreground">
          as {username}, since <TimeAgo at={updatedAt} everyMs={60_000} />
        </span>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={replace}>
          Replace<span className="sr-only"> the sign-in to {host}</span>
        </Button>
        <Button size="sm" variant="danger-ghost" onClick={() => setAsking(true)}>
          Remove<span className="sr-only"> the sign-in to {host}</span>
        </Button>
      </div>
      {asking && (
        <Confirm
          title={`Remove the sign-in to ${host}?`}
          lead="What runs goes on running. Private images from there cannot be pulled, built upon or compared any more."
          name={host}
          verb="Remove"
          busyVerb="Removing…"
          act={() => remove(id)}
          close={() => setAsking(false)}
          done={() => {
            setAsking(false);
            done();
          }}
        />
      )}
    </li>
  );
}
