"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { api, useAskEvery } from "@/components/shell/live";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { Backup, Destination, Schedule } from "@/lib/backups/schema";
import type { Project } from "@/lib/projects/schema";
import type { BackupActions } from "./actions";
import { BackupLine } from "./backup-line";
import { DeleteBackup } from "./delete-backup";
import { Restore } from "./restore";
import { useAct } from "./use-act";
import { isUnderWay } from "./words";

type BackupsCardProps = {
  project: Project;
  initial: Backup[];
  destinations: Destination[];
  schedule: Schedule | null;
  actions: BackupActions;
};

/** The backups of a project as they are now, and the button that makes one. */
export function BackupsCard({ project, initial, destinations, schedule, actions }: BackupsCardProps) {
  const queries = useQueryClient();
  const askEveryMs = useAskEvery();
  const queryKey = ["project", project.id, "backups"];
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await api.backups.list({ projectId: project.id })).data,
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1_500 : askEveryMs),
  });
  const { act, busy, failure } = useAct();
  const again = () => void queries.invalidateQueries({ queryKey });
  const [place, setPlace] = useState(schedule?.destinationId ?? destinations[0]?.id ?? "");
  return (
    <Card aria-labelledby="backups-heading">
      <CardHeader>
        <h2 id="backups-heading">Backups</h2>
        {project.canWrite && destinations.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            {destinations.length > 1 && (
              <Select value={place} onValueChange={setPlace}>
                <SelectTrigger aria-label="Where it goes" />
                <SelectContent>
                  {destinations.map(({ id, name }) => (
                    <SelectItem key={id} value={id}>
                      {name}
                    </SelectItem>
                  ))}
                </SelectContent>
              </Select>
            )}
            <Button
              variant="primary"
              disabled={busy || data.some(isUnderWay)}
              onClick={() => act(() => actions.create(place), again)}
            >
              <Archive aria-hidden />
              Back up now
            </Button>
          </div>
        )}
      </CardHeader>
      {failure && (
        <CardBody>
          <FailAlert>{failure}</FailAlert>
        </CardBody>
      )}
      {data.length === 0 ? (
        <CardBody>
          <Nothing hasPlace={destinations.length > 0} />
        </CardBody>
      ) : (
        <ul aria-live="polite">
          {data.map((backup) => (
            <BackupLine key={backup.id} backup={backup}>
              {backup.state === "verified" && project.canWrite && (
                <Restore backup={backup} project={project} restore={actions.restore} />
              )}
              {project.canAdmin && !isUnderWay(backup) && (
                <DeleteBackup backup={backup} remove={actions.remove} done={again} />
              )}
            </BackupLine>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Nothing({ hasPlace }: { hasPlace: boolean }) {
  if (hasPlace) {
    return (
      <p className="text-sm text-muted-foreground">
        None yet. A backup holds the app's version, its settings and secrets, and its data, encrypted.
        Services that write files stop for the moment in which those are copied.
      </p>
    );
  }
  return (
    <p className="text-sm text-muted-foreground">
      There is no place for backups yet. An admin adds one under{" "}
      <Link href="/settings/backups" className="link">
        Backup storage
      </Link>
      .
    </p>
  );
}
