import { CATEGORY_NAMES } from "@/components/apps/categories";
import { fitWords, HostFitBars } from "@/components/apps/host-fit-bars";
import { StatusMark } from "@/components/marks/status-mark";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Caller } from "@/lib/access/caller";
import { showHostFit } from "@/lib/apps";
import type { CatalogEntry } from "@/lib/apps/schema";

type AppNeedsProps = { caller: Caller; entry: CatalogEntry };

/** What an app needs against what this machine has, and the facts about it. */
export async function AppNeeds({ caller, entry }: AppNeedsProps) {
  const facts = [
    ["Version", entry.version || "not numbered"],
    ["Category", CATEGORY_NAMES[entry.category]],
    ["Tags", entry.tags.join(", ") || "none"],
  ];
  const fit = await showHostFit(caller, { appId: entry.id });
  return (
    <div className="grid min-w-0 gap-5">
      <Card aria-labelledby="needs">
        <CardHeader>
          <h2 id="needs">What it needs</h2>
          <StatusMark {...fitWords(fit)} />
        </CardHeader>
        <CardBody>
          <HostFitBars fit={fit} appName={entry.name} />
        </CardBody>
      </Card>
      <Card aria-label="Facts">
        <CardBody>
          <dl className="grid gap-3 text-sm">
            {facts.map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-muted-foreground">{name}</dt>
                <dd className="min-w-0 text-right font-semibold break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </CardBody>
      </Card>
    </div>
  );
}
