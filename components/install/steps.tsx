import { Check } from "lucide-react";
import { cn } from "@/components/ui/cn";

export type StepId = "settings" | "connections" | "exposure" | "review";
export const STEP_NAMES: Record<StepId, string> = {
  settings: "Settings",
  connections: "Connections",
  exposure: "Exposure",
  review: "Review",
};

type StepsProps = { steps: readonly StepId[]; current: StepId; go: (step: StepId) => void };

/** Where one is in the wizard; finished steps lead back. */
export function Steps({ steps, current, go }: StepsProps) {
  const at = steps.indexOf(current);
  return (
    <ol
      aria-label="Install steps"
      className="mb-6 flex items-center gap-2.5 text-sm max-md:mb-[18px] max-md:gap-1.5"
    >
      {steps.map((step, index) => {
        const done = index < at;
        const isCurrent = index === at;
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className="flex items-center gap-2.5 whitespace-nowrap max-md:gap-1.5"
          >
            <button
              type="button"
              disabled={!done}
              onClick={() => go(step)}
              className={cn(
                "flex items-center gap-2 rounded-md",
                isCurrent ? "font-semibold" : done ? "hover:text-primary-text" : "text-muted-foreground",
              )}
            >
              <span
                className={cn(
                  "grid size-[22px] place-items-center rounded-full border border-input bg-card text-xs",
                  isCurrent && "border-primary bg-primary text-primary-foreground",
                  done && "border-primary bg-primary-soft text-primary-text",
                )}
              >
                {done ? <Check aria-hidden className="size-3 stroke-[2.5]" /> : index + 1}
              </span>
              <span className={cn(!isCurrent && "max-md:sr-only")}>
                {STEP_NAMES[step]}
                {done && <span className="sr-only">, done</span>}
              </span>
            </button>
            {index < steps.length - 1 && <span aria-hidden className="h-px w-12 bg-border max-md:w-[18px]" />}
          </li>
        );
      })}
    </ol>
  );
}
