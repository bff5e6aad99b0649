import type { Step } from "@/lib/deployments/schema";

/** The mark of a step on its line: a ring to do, a turning arc now, a check done, a crossed square failed. */
export function StepMark({ state }: { state: Step["state"] }) {
  return (
    <svg viewBox="0 0 18 18" className="size-[18px]" aria-hidden="true">
      <Shape state={state} />
    </svg>
  );
}

function Shape({ state }: { state: Step["state"] }) {
  switch (state) {
    case "done":
    case "skipped":
      return (
        <>
          <circle cx="9" cy="9" r="8" fill="var(--card)" stroke="currentColor" strokeWidth="1.6" />
          <path
            d="m5.8 9.2 2.2 2.2 4.2-4.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
    case "running":
      return (
        <>
          <circle cx="9" cy="9" r="8" fill="var(--card)" stroke="var(--border)" strokeWidth="1.8" />
          <g className="origin-center animate-turn">
            <path
              d="M9 1a8 8 0 0 1 8 8"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
            />
          </g>
        </>
      );
    case "failed":
      return (
        <>
          <rect x="1.5" y="1.5" width="15" height="15" rx="2.5" fill="currentColor" />
          <path d="m6 6 6 6M12 6l-6 6" stroke="var(--card)" strokeWidth="1.8" strokeLinecap="round" />
        </>
      );
    case "cancelled":
      return (
        <>
          <circle cx="9" cy="9" r="8" fill="var(--card)" stroke="currentColor" strokeWidth="1.6" />
          <path d="M5.5 9h7" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </>
      );
    case "waiting":
      return <circle cx="9" cy="9" r="4" fill="var(--card)" stroke="currentColor" strokeWidth="1.6" />;
  }
}
