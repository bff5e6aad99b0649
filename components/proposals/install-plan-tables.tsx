import { ConnectionsTable } from "@/components/connections/connections-table";
import { FilesTable, LimitsTable, VariablesTable } from "@/components/install/change-tables";
import {
  ContainersTable,
  PrepareTable,
  RoutesTable,
  SecretsTable,
  VolumesTable,
} from "@/components/install/review-tables";
import type { InstallPlan } from "@/lib/apps/schema";

/** Everything that an installation will make, its variables too: somebody else has answered for them. */
export function InstallPlanTables({ plan }: { plan: InstallPlan }) {
  const variables = plan.environment.map(({ value, ...one }) => ({ ...one, from: null, to: value }));
  return (
    <>
      <ContainersTable services={plan.services} />
      <ConnectionsTable connections={plan.connections} />
      <RoutesTable routes={plan.routes} />
      <VolumesTable volumes={plan.volumes} />
      <SecretsTable secrets={plan.secrets} />
      <VariablesTable variables={variables} />
      <PrepareTable prepare={plan.prepare} />
      <FilesTable files={plan.files} />
      <LimitsTable limits={plan.limits} />
    </>
  );
}
