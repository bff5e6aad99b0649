import { linkHost } from "@/lib/projects/connections/hosts";
import type { Link } from "@/lib/projects/connections/wiring";
import { LABELS } from "@/lib/servers/labels";
import { type Making, projectLabels } from "../../run/context";
import { Failure } from "../../run/failure";
import { isUp } from "../start";

/**
 * Makes the networks of this project's connections, and puts the services that it reaches on them.
 * @throws Failure when one of those does not run
 */
export async function openLinks(run: Making): Promise<void> {
  for (const link of run.snapshot.links ?? []) {
    const labels = { ...projectLabels(run), [LABELS.source]: link.source.projectId };
    await run.engine.ensureNetwork(link.network, labels, { internal: true });
    // All of them, whichever deployment made them: one that is under way, or is taken back, serves next.
    const containers = await run.engine.listContainers({
      [LABELS.installation]: run.installation,
      [LABELS.project]: link.source.projectId,
    });
    for (const service of link.services) {
      const own = containers.filter(({ labels }) => labels[LABELS.service] === service);
      if (!own.some(isUp)) throw notRunning(link, service);
      const hosts = [linkHost(link.source.slug, service)];
      await Promise.all(own.map(({ id }) => run.engine.connectNetwork(id, link.network, hosts)));
    }
    run.log?.say(`Connected to ${link.source.name}`);
  }
}

function notRunning({ source }: Link, service: string): Failure {
  return new Failure(
    `${source.name}, which this project uses, does not run: its service ${service} is down.`,
    {
      advice: `Start ${source.name}, then retry.`,
    },
  );
}
