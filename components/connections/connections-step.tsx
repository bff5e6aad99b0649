"use client";

import { FailAlert } from "@/components/marks/fail-alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Choices } from "./choices";
import { SourcePicker } from "./source-picker";
import { useSources } from "./use-sources";

type ConnectionsStepProps = {
  appId: string;
  choices: Choices;
  /** What is wrong with the choice for a requirement. */
  error: (requirementId: string) => string | undefined;
  onChange: (requirementId: string, choice: Choices[string]) => void;
};

/** The step between settings and exposure: which project gives what the app requires. */
export function ConnectionsStep({ appId, choices, error, onChange }: ConnectionsStepProps) {
  const sources = useSources(appId);
  if (sources.error && !sources.data) {
    return (
      <FailAlert className="max-w-[760px] items-start">
        <div className="grid gap-2">
          The projects to connect to could not be read: {sources.error.message}
          <Button className="justify-self-start" onClick={() => sources.refetch()}>
            Try again
          </Button>
        </div>
      </FailAlert>
    );
  }
  if (!sources.data) return <Skeleton className="h-[220px] max-w-[760px] rounded-lg" />;
  return (
    <div className="grid max-w-[760px] gap-4">
      {sources.data.map((requirement) => {
        const { requirementId, label, optional, envKey } = requirement;
        return (
          <Card key={requirementId} aria-label={label}>
            <CardHeader>
              <div>
                <h2>{label}</h2>
                <p className="text-sm text-muted-foreground">
                  Choose the project that provides it. It gives the app <code>{envKey}</code>.
                </p>
              </div>
              {optional && <Badge variant="line">Optional</Badge>}
            </CardHeader>
            <CardBody>
              <SourcePicker
                requirement={requirement}
                choice={choices[requirementId]}
                error={error(requirementId)}
                onChange={(choice) => onChange(requirementId, choice)}
              />
            </CardBody>
          </Card>
        );
      })}
    </div>
  );
}
