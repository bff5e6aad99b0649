import Form from "next/form";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import type { AuditQuery } from "@/lib/audit/schema";
import { auditHref } from "./href";

type AuditFiltersProps = { query: AuditQuery; problem: string | undefined; instanceAdmin: boolean };

const OUTCOMES = [
  ["all", "Everything"],
  ["done", "What was done"],
  ["refused", "What was refused"],
] as const;

/** What is shown of the log. It stands in the address, so that it can be sent to somebody. */
export function AuditFilters({ query, problem, instanceAdmin }: AuditFiltersProps) {
  const { of, q, outcome, from, to, user, resource } = query;
  return (
    <Card>
      <CardBody>
        <Form action="/settings/audit" key={JSON.stringify(query)} className="grid gap-4">
          {of === "instance" && <input type="hidden" name="of" value={of} />}
          {user && <input type="hidden" name="user" value={user} />}
          {resource && <input type="hidden" name="resource" value={resource} />}
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_180px_150px_150px]">
            <Field id="audit-q" label="What">
              <Input id="audit-q" name="q" defaultValue={q} placeholder="signed in, project, token…" />
            </Field>
            <Field id="audit-outcome" label="Outcome">
              <Select name="outcome" defaultValue={outcome ?? "all"}>
                <SelectTrigger id="audit-outcome" />
                <SelectContent>
                  {OUTCOMES.map(([value, label]) => (
                    <SelectItem key={value} value={value}>
                      {label}
                    </SelectItem>
                  ))}
                </SelectContent>
              </Select>
            </Field>
            <Field id="audit-from" label="From">
              <Input id="audit-from" name="from" type="date" defaultValue={from?.slice(0, 10)} />
            </Field>
            <Field id="audit-to" label="To">
              <Input id="audit-to" name="to" type="date" defaultValue={to?.slice(0, 10)} />
            </Field>
          </div>
          {problem && (
            <p role="alert" className="text-xs text-fail">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary">
              Show
            </Button>
            <Button asChild>
              <Link href={auditHref({ of }, {})}>Show everything</Link>
            </Button>
            {instanceAdmin && (
              <Button asChild variant="ghost" className="ml-auto">
                <Link href={auditHref({ of: of === "instance" ? "organization" : "instance" }, {})}>
                  {of === "instance" ? "Log of the organization" : "Log of the instance"}
                </Link>
              </Button>
            )}
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

function Field({ id, label, children }: { id: string; label: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children}
    </div>
  );
}
