import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Project } from "@/lib/projects/schema";

/** Where the data lives on the engine. */
export function VolumesCard({ volumes }: Pick<Project, "volumes">) {
  return (
    <Card aria-labelledby="volumes-heading">
      <CardHeader>
        <h2 id="volumes-heading">Volumes</h2>
        <span className="text-xs text-subtle-foreground">
          Kept when the app is updated, redeployed or uninstalled
        </span>
      </CardHeader>
      {volumes.length === 0 ? (
        <CardBody>
          <p className="text-sm text-muted-foreground">This app keeps nothing between its containers.</p>
        </CardBody>
      ) : (
        <ul>
          {volumes.map(({ name, service, target }) => (
            <li
              key={`${name} ${service} ${target}`}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_150px] gap-x-4 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:grid-cols-1 max-md:px-4"
            >
              <code className="truncate font-semibold" title={name}>
                {name}
              </code>
              <code className="truncate text-subtle-foreground" title={target}>
                {target}
              </code>
              <span className="truncate text-muted-foreground">{service}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
