"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { counted, listed } from "@/components/marks/words";
import { api } from "@/components/shell/live";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { UpdatePlan } from "@/lib/updates/plan-schema";
import type { Apply } from "./apply-update";
import { UpdateQuestions } from "./update-questions";
import { shortDigest } from "./words";

/** All that an update of a project would change, read when it is opened. */
export function UpdatePlanLines({ projectId, apply }: { projectId: string; apply?: Apply }) {
  const query = useQuery({
    queryKey: ["updates", "plan", projectId],
    queryFn: () => api.updates.plan(projectId),
    retry: false,
  });
  if (query.error) return <FailAlert>{query.error.message}</FailAlert>;
  if (!query.data) {
    return (
      <div role="status">
        <span className="sr-only">Working out what changes…</span>
        <Skeleton className="h-28 rounded-md" />
      </div>
    );
  }
  return <Lines plan={query.data} apply={apply} />;
}

function Lines({ plan, apply }: { plan: UpdatePlan; apply?: Apply }) {
  return (
    <div className="grid gap-3">
      <Questions plan={plan} isForm={apply !== undefined} />
      {apply && plan.questions.length > 0 && (
        <UpdateQuestions
          projectId={plan.projectId}
          name={plan.name}
          questions={plan.questions}
          apply={apply}
        />
      )}
      <ul aria-label="What changes" className="overflow-hidden rounded-md border bg-background text-sm">
        {plan.services.map((service) => (
          <ServiceLine key={service.name} service={service} />
        ))}
        <ChangeLines plan={plan} />
        <KeptLine plan={plan} />
        <Line mark="meanwhile" kind="Meanwhile">
          <span className="text-muted-foreground">
            {plan.pause
              ? `About ${counted(plan.pause.seconds, "second")} until all services are up again, as in deployment ${plan.pause.deployment}.`
              : "How long its services are away has not been measured yet."}
          </span>
        </Line>
      </ul>
    </div>
  );
}

/** What must be answered first; what a form below asks for is said there. */
function Questions({ plan: { questions, issues }, isForm }: { plan: UpdatePlan; isForm: boolean }) {
  const all = questions.flatMap((group) => group.fields);
  const fields = isForm ? [] : all;
  const asked = new Set(all.map(({ service, key }) => `settings.${service}.${key}`));
  const others = issues.filter(({ path }) => !asked.has(path));
  if (fields.length + others.length === 0) return null;
  return (
    <Alert variant="warn">
      <CircleHelp aria-hidden />
      <div className="min-w-0">
        {fields.length > 0 && (
          <p>The new version asks for {listed(fields.map(({ label }) => label))} before it can be taken.</p>
        )}
        {others.map(({ path, message }) => (
          <p key={path}>{message}</p>
        ))}
      </div>
    </Alert>
  );
}

const MARKS = {
  change: { sign: "~", word: "changes", className: "text-primary-text" },
  add: { sign: "+", word: "is added", className: "text-ok" },
  remove: { sign: "−", word: "is removed", className: "text-fail" },
  keep: { sign: "=", word: "stays", className: "text-subtle-foreground" },
  meanwhile: { sign: "·", word: "for a while", className: "text-subtle-foreground" },
};

type LineProps = { mark: keyof typeof MARKS; kind: string; children: ReactNode };

function Line({ mark, kind, children }: LineProps) {
  const { sign, word, className } = MARKS[mark];
  return (
    <li className="grid grid-cols-[18px_84px_minmax(0,1fr)] gap-x-3 border-b border-border-soft px-3.5 py-2 last:border-b-0 max-md:grid-cols-[18px_minmax(0,1fr)]">
      <span className={cn("text-center font-mono font-semibold", className)}>
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{word}:</span>
      </span>
      <span>{kind}</span>
      <span className="min-w-0 break-words max-md:col-start-2">{children}</span>
    </li>
  );
}

function ServiceLine({ service: { name, change, from, to } }: { service: UpdatePlan["services"][number] }) {
  if (change === "kept") return null;
  if (change !== "updated" || !from || !to) {
    const image = (to ?? from)?.image;
    return (
      <Line mark={change === "added" ? "add" : "remove"} kind="Service">
        <b className="font-semibold">{name}</b> {image ? <code>{image}</code> : "built here"}
      </Line>
    );
  }
  const isMoved = from.image === to.image;
  const repository = to.tag === null ? to.image : to.image.slice(0, -(to.tag.length + 1));
  return (
    <Line mark="change" kind="Image">
      <b className="font-semibold">{name}</b> <code>{isMoved ? to.image : repository}</code>{" "}
      <del className="font-mono text-[13px] text-fail">
        {isMoved ? from.digest && shortDigest(from.digest) : (from.tag ?? from.image)}
      </del>{" "}
      →{" "}
      <ins className="font-mono text-[13px] text-ok no-underline">
        {isMoved ? to.digest && shortDigest(to.digest) : (to.tag ?? to.image)}
      </ins>{" "}
      {!isMoved && to.digest && (
        <code className="text-muted-foreground" title={to.digest}>
          {shortDigest(to.digest)}
        </code>
      )}
    </Line>
  );
}

const MARK_OF = { added: "add", changed: "change", removed: "remove", same: "keep" } as const;

function ChangeLines({ plan: { change } }: { plan: UpdatePlan }) {
  if (!change) return null;
  const variables = change.variables.map(({ service, key, change: how, secret, to }) => (
    <Line key={`${service} ${key}`} mark={MARK_OF[how]} kind="Variable">
      <code>{key}</code> of {service}{" "}
      {how === "removed" ? (
        "is no longer set"
      ) : secret ? (
        "gets a secret value"
      ) : (
        <>
          is set to <code>{to}</code>
        </>
      )}
    </Line>
  ));
  const files = change.files.map(({ service, path, change: how }) => (
    <Line key={`${service} ${path}`} mark={MARK_OF[how]} kind="File">
      <code>{path}</code> of {service}
    </Line>
  ));
  const routes = change.routes
    .filter((route) => route.change !== "same")
    .map(({ service, port, label, change: how }) => (
      <Line key={`${service} ${port}`} mark={MARK_OF[how]} kind="Endpoint">
        {label}, port {port} of {service}
      </Line>
    ));
  const volumes = change.volumes
    .filter((volume) => volume.change === "made")
    .map(({ name, service }) => (
      <Line key={`${service} ${name}`} mark="add" kind="Volume">
        <code>{name}</code> for {service}
      </Line>
    ));
  return [...variables, ...files, ...routes, ...volumes];
}

function KeptLine({ plan: { change, services, volumes } }: { plan: UpdatePlan }) {
  const images = services.filter((service) => service.change === "kept").map(({ name }) => name);
  const routes = change?.routes.filter((route) => route.change === "same").length ?? 0;
  const parts = [
    ...(volumes.length > 0 ? [counted(volumes.length, "volume")] : []),
    ...(routes > 0 ? [counted(routes, "endpoint")] : []),
    ...(images.length > 0 ? [`the ${images.length === 1 ? "image" : "images"} of ${listed(images)}`] : []),
    "settings",
    "secrets",
  ];
  return (
    <Line mark="keep" kind="Kept">
      <span className="text-muted-foreground">{listed(parts)}</span>
    </Line>
  );
}
