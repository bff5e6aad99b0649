import { BackupsCard } from "@/components/backups/backups-card";
import { ScheduleCard } from "@/components/backups/schedule-card";
import { requireCaller } from "@/lib/auth/page-caller";
import { listBackups, listDestinations, showSchedule } from "@/lib/backups";
import { readProject } from "../read-project";
import { backUpAction, deleteBackupAction, restoreAction, setScheduleAction } from "./actions";

export default async function BackupsPage({ params }: PageProps<"/projects/[projectId]/backups">) {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${projectId}/backups`);
  const project = await readProject(projectId);
  const [backups, destinations, { schedule }] = await Promise.all([
    listBackups(caller, { projectId }),
    listDestinations(caller, {}),
    showSchedule(caller, { projectId }),
  ]);
  const save = setScheduleAction.bind(null, projectId);
  const create = backUpAction.bind(null, projectId);
  return (
    <div className="grid gap-5">
      <BackupsCard
        project={project}
        initial={backups.data}
        destinations={destinations.data}
        schedule={schedule}
        actions={{ create, remove: deleteBackupAction, restore: restoreAction, schedule: save }}
      />
      {destinations.data.length > 0 && (
        <ScheduleCard
          schedule={schedule}
          destinations={destinations.data}
          canWrite={project.canWrite}
          save={save}
        />
      )}
    </div>
  );
}
