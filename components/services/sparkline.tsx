const WIDTH = 160;
const HEIGHT = 30;
const FLOOR = 29;
/** How many samples a line holds; at one a second, two minutes. */
export const SAMPLES = 120;

type SparklineProps = { label: string; words: string; values: readonly number[]; atLeast: number };

/** A small chart that speaks: the current value in words, the course of it as a line. */
export function Sparkline({ label, words, values, atLeast }: SparklineProps) {
  const line = lineOf(values, atLeast);
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2 text-xs text-muted-foreground">
        <span>{label}</span>
        <b className="whitespace-nowrap text-foreground">{words}</b>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} ${words}`}
        className="h-[30px] w-full fill-none"
      >
        <path d={`M0 29.5H${WIDTH}`} stroke="var(--chart-grid)" vectorEffect="non-scaling-stroke" />
        {line && (
          <>
            <path d={`${line.path}V${HEIGHT}H${line.start}Z`} fill="var(--chart-fill)" />
            <path
              d={line.path}
              stroke="var(--chart-1)"
              strokeWidth="1.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </>
        )}
      </svg>
    </div>
  );
}

/** The line, its end at the right edge; undefined while there are no two values. */
function lineOf(values: readonly number[], atLeast: number): { path: string; start: string } | undefined {
  if (values.length < 2) return undefined;
  const top = Math.max(atLeast, ...values) * 1.15;
  const step = WIDTH / (SAMPLES - 1);
  const from = WIDTH - (values.length - 1) * step;
  const points = values.map(
    (value, index) =>
      `${(from + index * step).toFixed(1)} ${(FLOOR - (value / top) * (FLOOR - 2)).toFixed(1)}`,
  );
  return { path: `M${points.join("L")}`, start: from.toFixed(1) };
}
