import { Info } from "lucide-react";
import { FilesTable, LimitsTable, LinksTable, VariablesTable } from "@/components/install/change-tables";
import {
  ContainersTable,
  PrepareTable,
  RoutesTable,
  SecretsTable,
  VolumesTable,
} from "@/components/install/review-tables";
import { FailAlert } from "@/components/marks/fail-alert";
import { counted, listed } from "@/components/marks/words";
import { Alert } from "@/components/ui/alert";
import type { ChangePlan } from "@/lib/projects/plan/schema";

/** Everything that the next deployment of a project will do. */
export function ChangePlanTables({ plan }: { plan: ChangePlan }) {
  const isMoved = plan.routes.some(({ change }) => change !== "same");
  return (
    <>
      {plan.issues.length > 0 && (
        <FailAlert>
          <b>
            {plan.issues.length === 1 ? "One thing stands" : `${plan.issues.length} things stand`} in the way:
          </b>
          <ul className="mt-1 grid gap-1">
            {plan.issues.map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
        </FailAlert>
      )}
      <Alert variant="primary">
        <Info aria-hidden />
        <div className="min-w-0">{summary(plan)}</div>
      </Alert>
      <VariablesTable variables={plan.variables} />
      {isMoved && <RoutesTable routes={plan.routes} />}
      <LimitsTable limits={plan.limits} compared={plan.running !== null} />
      <FilesTable files={plan.files} />
      <LinksTable links={plan.links} />
      <SecretsTable secrets={plan.secrets} />
      <ContainersTable services={plan.services} />
      {!isMoved && <RoutesTable routes={plan.routes} />}
      <VolumesTable volumes={plan.volumes} />
      <PrepareTable prepare={plan.prepare} />
    </>
  );
}

function summary({ running, variables, routes, limits, files, services }: ChangePlan): string {
  const moved = routes.filter(({ change }) => change !== "same").length;
  const parts = [
    variables.length > 0 && counted(variables.length, "variable"),
    moved > 0 && counted(moved, "endpoint"),
    limits.length > 0 && counted(limits.length, "limit"),
    files.length > 0 && counted(files.length, "file"),
  ].filter((part) => typeof part === "string");
  const made = counted(services.filter(({ change }) => change !== "removed").length, "container");
  if (!running) return `Nothing runs yet. Deploying makes ${made}, and nothing but what is listed here.`;
  const since = `Compared with deployment ${running.number}, which runs now,`;
  const what =
    parts.length > 0 ? `${listed(parts)} ${total(variables, moved, limits, files)}` : "nothing changes";
  return `${since} ${what}. ${made} will be made anew in order; the old ones stop, and stay until the new ones work. No volume is removed.`;
}

function total(
  variables: readonly unknown[],
  moved: number,
  limits: readonly unknown[],
  files: readonly unknown[],
) {
  return variables.length + moved + limits.length + files.length === 1 ? "changes" : "change";
}
