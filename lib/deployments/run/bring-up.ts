import type { Service } from "@/lib/app-definition/schema";
import { startOrder } from "@/lib/app-definition/start-order";
import { publishedPort } from "@/lib/projects/addresses";
import { copyData } from "../data/copy-data";
import { loadDump } from "../data/load-dump";
import { planCopies } from "../data/plan-copies";
import { payDebts } from "../data/put-back";
import { restoring } from "../data/restoring";
import type { LogCollector } from "../log/collect-logs";
import { servingDeployment } from "../serving";
import type { Preparation } from "../steps/prepare/prepare";
import { renewAll, renewed } from "../steps/prepare/renew";
import { createContainers } from "../steps/start";
import { volumeNames } from "./container-spec";
import type { FrozenRun } from "./context";
import { openGroup } from "./group";
import { makeRoom, stopOthers } from "./previous";
import { becomeHealthy, startOne } from "./start-one";

/**
 * The steps start, health and prepare, which overlap: every service starts as soon as those it depends on work, and
 * its prepare steps follow its start and its health without holding up anybody who does not need what they capture.
 * New containers are made before the old ones stop, so that people miss the app as briefly as can be; those that lack
 * what was captured are made anew at the end.
 * @throws Failure of the first service or step that fails; the others are not waited for
 */
export async function bringUp(
  run: FrozenRun,
  collector: LogCollector,
  preparation: Preparation,
): Promise<void> {
  const services = startOrder(run.snapshot.definition.services).flat();
  run.progress.begin("start");
  for (const service of services)
    run.progress.item("start", { name: service.name, state: "waiting", detail: waitsFor(service) });
  preparation.announce();
  const beside = await mayRunBeside(run);
  const ids = await switchOver(run, beside);

  const group = openGroup(run);
  const healthy = new Map<string, Promise<void>>();
  const prepared = new Map<string, Promise<void>>();
  const idOf = ({ name }: Service) => ids.get(name) ?? "";
  let up = 0;
  for (const service of services) {
    const values = preparation.sourcesOf(service).map((name) => prepared.get(name));
    const before = [...service.dependsOn.map((name) => healthy.get(name)), ...values];
    const earlier = () => Promise.all(service.dependsOn.map((name) => prepared.get(name)));
    const started = group.add(
      Promise.all(before).then(async () => {
        group.run.signal.throwIfAborted();
        ids.set(service.name, await renewed(group.run, service, idOf(service)));
        if (beside) await makeRoom(group.run, portsOf(group.run, service));
        await startOne(group.run, service, idOf(service), collector);
        if (++up === services.length) run.progress.end("start", "done");
      }),
    );
    const works = group.add(
      started
        .then(() => becomeHealthy(group.run, service, idOf(service), collector))
        .then(() => restoring(() => loadDump(group.run, service, idOf(service)))),
    );
    healthy.set(service.name, works);
    const moments = { started, works, earlier, containerId: () => idOf(service) };
    prepared.set(service.name, group.add(preparation.run(group.run, service, moments)));
  }
  await Promise.allSettled(healthy.values());
  if (!group.run.signal.aborted) run.progress.end("health", "done");
  await group.settled();
  await renewAll(run, ids, collector);
  preparation.end();
}

/**
 * Stops what ran before, and has the data copied where the new version could change it. New containers are made first,
 * unless the volumes that they would hold are about to be replaced.
 * @returns container ids by service, none of them started
 */
async function switchOver(run: FrozenRun, beside: boolean): Promise<Map<string, string>> {
  await payDebts(run, await servingDeployment(run.lease.row.projectId));
  await planCopies(run);
  const { rollback, restore } = run.lease.row.change ?? {};
  if (!rollback?.restoreData && !restore) await createContainers(run);
  run.signal.throwIfAborted();
  if (!beside) await stopOthers(run);
  run.signal.throwIfAborted();
  await copyData(run);
  run.signal.throwIfAborted();
  return await createContainers(run);
}

/**
 * Whether two versions may run at once: where neither has a volume, no data can come to harm. Then a service stops
 * only once its successor needs its port, and one without a published port when everything works.
 */
export async function mayRunBeside({ lease, snapshot }: FrozenRun): Promise<boolean> {
  const hasBerths = snapshot.exposures.some(({ berths }) => berths !== undefined);
  if (!lease.row.change && !hasBerths) return false;
  const serving = await servingDeployment(lease.row.projectId);
  return serving !== undefined && [serving.snapshot, snapshot].every((one) => volumeNames(one).length === 0);
}

function portsOf({ snapshot }: FrozenRun, { name }: Service): number[] {
  return snapshot.exposures.flatMap((exposure) => {
    const port = publishedPort(exposure, snapshot.berth);
    return exposure.service === name && port !== undefined ? [port] : [];
  });
}

function waitsFor({ dependsOn }: Service): string {
  return dependsOn.length > 0 ? `waits for ${dependsOn.join(", ")}` : "Waits for its turn";
}
