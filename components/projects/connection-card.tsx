"use client";

import { Globe, Lock, Network } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { Connection } from "@/lib/projects/schema";
import { OutputBox } from "./output-box";

type Side = "public" | "internal";

/** Everything needed to connect, seen from outside or from another service of this machine. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const { outputs, guide, firstLogin } = connection;
  const [side, setSide] = useState<Side>(guide?.defaultMode ?? "public");
  const twoSided = outputs.some(
    (output) => output.internalValue || output.variants?.some((variant) => variant.internalValue),
  );
  const closed =
    outputs.length > 0 &&
    outputs.every((output) => output.reach !== "public") &&
    outputs.some((output) => output.reach === "internal");
  const aside = guide?.intro || guide?.useHint || firstLogin;
  return (
    <Card id="connection" aria-labelledby="connection-heading" className="scroll-mt-20">
      <CardHeader>
        <div>
          <h2 id="connection-heading">{connection.title}</h2>
          {connection.description && (
            <p className="text-sm text-muted-foreground">{connection.description}</p>
          )}
        </div>
        {closed && (
          <Badge title="No endpoint is opened to the outside. Advanced, Exposure changes that.">
            <Lock aria-hidden />
            Internal only
          </Badge>
        )}
        {twoSided && (
          <ToggleGroup<Side>
            label="Show addresses for"
            value={side}
            onChange={setSide}
            choices={[
              { value: "public", label: <SideLabel Icon={Globe} word="Public" /> },
              { value: "internal", label: <SideLabel Icon={Network} word="Internal" /> },
            ]}
          />
        )}
      </CardHeader>
      <div className={cn("grid", aside && "lg:grid-cols-[minmax(0,1fr)_312px]")}>
        <CardBody className="grid content-start gap-x-5 gap-y-4 md:grid-cols-2">
          {outputs.map((output) => (
            <OutputBox key={output.id} output={output} internal={side === "internal"} />
          ))}
          {outputs.length === 0 && (
            <p className="col-span-full text-sm text-muted-foreground">
              This app names no values to connect with.
            </p>
          )}
        </CardBody>
        {aside && <Aside connection={connection} />}
      </div>
    </Card>
  );
}

function SideLabel({ Icon, word }: { Icon: typeof Globe; word: string }) {
  return (
    <>
      <Icon aria-hidden className="size-3.5" />
      {word}
    </>
  );
}

function Aside({ connection: { firstLogin, guide } }: { connection: Connection }) {
  return (
    <aside className="grid content-start gap-5 border-border-soft p-5 max-lg:border-t max-md:p-4 lg:border-l">
      {firstLogin && (
        <div>
          <h3 className="mb-2">First sign-in</h3>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1 text-sm">
            <Fact name="User" value={firstLogin.username} />
            <Fact name="Password" value={firstLogin.password} />
          </dl>
          {firstLogin.note && <p className="mt-1 text-sm text-muted-foreground">{firstLogin.note}</p>}
        </div>
      )}
      {(guide?.intro || guide?.useHint) && (
        <div>
          <h3 className="mb-2">How to use it</h3>
          {guide.intro && <p className="text-sm text-muted-foreground">{guide.intro}</p>}
          {guide.useHint && <p className="mt-2 text-sm text-muted-foreground">{guide.useHint}</p>}
        </div>
      )}
    </aside>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="truncate" title={value}>
        {value}
      </dd>
    </>
  );
}
