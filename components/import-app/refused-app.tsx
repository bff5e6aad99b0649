import { FailAlert } from "@/components/marks/fail-alert";
import type { ImportResult } from "@/lib/app-import/schema";
import { FORMATS } from "./formats";
import { ReportCard } from "./report-card";

/** Why files could not be turned into an app, and what was read of them all the same. */
export function RefusedApp({ result }: { result: Extract<ImportResult, { ok: false }> }) {
  const { format, issues, report } = result;
  return (
    <>
      <FailAlert>
        <b>This {FORMATS[format].name} cannot be imported as it is.</b>
        <ul className="mt-1 grid gap-1">
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`} className="break-words">
              {message}
              {path && <code className="ml-1.5 break-all text-muted-foreground">{path}</code>}
            </li>
          ))}
        </ul>
        <p className="mt-2 text-muted-foreground">Mend the files below, then convert them again.</p>
      </FailAlert>
      {report.length > 0 && <ReportCard lines={report} />}
    </>
  );
}
