import { StatusMark } from "@/components/marks/status-mark";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { ScanState } from "@/lib/updates/schema";

/** How far a check is; how many images there are is known a moment after it began. */
export function CheckProgress({ scan }: { scan: ScanState }) {
  const isCounted = scan?.running && scan.total > 0;
  const word = isCounted ? `Asking registries, ${scan.done} of ${scan.total} images` : "Asking registries";
  return (
    <Card className="mb-5 grid gap-2 px-5 py-3.5 max-md:px-4" role="status">
      <StatusMark tone="run" word={word} plain />
      <Progress label="Check for updates" percent={isCounted ? (scan.done / scan.total) * 100 : 0} />
    </Card>
  );
}
