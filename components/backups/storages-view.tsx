"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { FailAlert } from "@/components/marks/fail-alert";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Destination } from "@/lib/backups/schema";
import type { StorageActions } from "./actions";
import { NewStorageCard } from "./new-storage-card";
import { useAct } from "./use-act";

type StoragesViewProps = { storages: Destination[]; instanceAdmin: boolean; actions: StorageActions };

/** The places for backups of an organization, and the form for the next one. */
export function StoragesView({ storages, instanceAdmin, actions }: StoragesViewProps) {
  const router = useRouter();
  const [writing, setWriting] = useState(storages.length === 0);
  const { act, busy, failure } = useAct();
  return (
    <>
      {writing && (
        <NewStorageCard
          instanceAdmin={instanceAdmin}
          add={actions.add}
          done={() => {
            setWriting(false);
            toast.success("It was written to, read and cleared: backups can go there");
            router.refresh();
          }}
          cancel={storages.length > 0 ? () => setWriting(false) : undefined}
        />
      )}
      <Card aria-labelledby="storages-heading">
        <CardHeader>
          <h2 id="storages-heading">Places</h2>
          {!writing && <Button onClick={() => setWriting(true)}>Add a place</Button>}
        </CardHeader>
        {failure && (
          <CardBody>
            <FailAlert>{failure}</FailAlert>
          </CardBody>
        )}
        {storages.length === 0 ? (
          <CardBody>
            <p className="text-sm text-muted-foreground">None yet.</p>
          </CardBody>
        ) : (
          <ul>
            {storages.map((storage) => (
              <li
                key={storage.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-b border-border-soft px-5 py-3 text-sm last:border-b-0 max-md:px-4"
              >
                <span className="min-w-0">
                  <b className="block truncate">{storage.name}</b>
                  <code className="block truncate text-xs text-muted-foreground" title={storage.where ?? ""}>
                    {storage.where}
                  </code>
                </span>
                <span className="flex gap-2">
                  <Button
                    size="sm"
                    disabled={busy}
                    onClick={() =>
                      act(
                        () => actions.check(storage.id),
                        () => router.refresh(),
                      )
                    }
                  >
                    Check
                  </Button>
                  <Button
                    size="sm"
                    variant="danger-ghost"
                    disabled={busy}
                    onClick={() =>
                      act(
                        () => actions.remove(storage.id),
                        () => router.refresh(),
                      )
                    }
                  >
                    Remove
                  </Button>
                </span>
                <span className="col-span-full flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted-foreground">
                  <StatusMark
                    tone={storage.problem ? "fail" : "ok"}
                    word={storage.problem ? "Cannot be used" : "Works"}
                    className="text-xs"
                  />
                  {storage.checkedAt && (
                    <span>
                      checked <TimeAgo at={storage.checkedAt} />
                    </span>
                  )}
                  <span>{counted(storage.backups, "backup")}</span>
                </span>
                {storage.problem && <p className="col-span-full break-words">{storage.problem}</p>}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
