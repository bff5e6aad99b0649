import { KeyRound, Plug } from "lucide-react";
import { Card, CardHeader } from "@/components/ui/card";
import type { AppDefinition } from "@/lib/app-definition/schema";

/** What the connection card will hold once the app is installed. */
export function AppOutputs({ definition }: { definition: AppDefinition }) {
  const outputs = definition.connection?.outputs ?? [];
  if (outputs.length === 0) return null;
  return (
    <Card aria-labelledby="outputs">
      <CardHeader>
        <h2 id="outputs">What you connect with</h2>
        <span className="text-xs text-subtle-foreground">Filled in once it is installed</span>
      </CardHeader>
      <ul>
        {outputs.map(({ id, label, help, secret }) => (
          <li
            key={id}
            className="flex items-start gap-2.5 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:px-4"
          >
            {secret ? (
              <KeyRound aria-hidden className="mt-0.5 text-muted-foreground" />
            ) : (
              <Plug aria-hidden className="mt-0.5 text-muted-foreground" />
            )}
            <span className="min-w-0">
              <b>{label}</b>
              {help && <span className="block text-muted-foreground">{help}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
