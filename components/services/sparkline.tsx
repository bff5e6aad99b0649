const WIDTH = 160;
const HEIGHT = 30;
const FLOOR = 29;

export type SparklineProps = {
  label: string;
  /** The last value. */
  words: string;
  /** Beside it, smaller: the lowest and highest, and the limit. */
  detail?: string;
  /** null: not known. */
  values: readonly (number | null)[];
  /** How many values the line has room for; the newest stands at the right edge. */
  room: number;
  atLeast: number;
};

/** A small chart that speaks: the current value in words, the course of it as a line. */
export function Sparkline({ label, words, detail, values, room, atLeast }: SparklineProps) {
  const lines = linesOf(values, room, atLeast);
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex justify-between gap-2 text-xs text-muted-foreground">
        <span>{label}</span>
        <b className="truncate text-foreground">{words}</b>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={[`${label} ${words}`, detail].filter(Boolean).join(", ")}
        className="h-[30px] w-full fill-none"
      >
        <path d={`M0 29.5H${WIDTH}`} stroke="var(--chart-grid)" vectorEffect="non-scaling-stroke" />
        {lines.map(({ path, start, end }) => (
          <g key={start}>
            <path d={`${path}L${end} ${HEIGHT}H${start}Z`} fill="var(--chart-fill)" />
            <path
              d={path}
              stroke="var(--chart-1)"
              strokeWidth="1.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </g>
        ))}
      </svg>
      {detail && (
        <span aria-hidden className="truncate text-xs text-subtle-foreground" title={detail}>
          {detail}
        </span>
      )}
    </div>
  );
}

type Line = { path: string; start: string; end: string };

/** A line for each stretch of at least two known values. */
function linesOf(values: readonly (number | null)[], room: number, atLeast: number): Line[] {
  const top = Math.max(atLeast, ...values.map((value) => value ?? 0)) * 1.15;
  const step = WIDTH / (room - 1);
  const from = WIDTH - (values.length - 1) * step;
  const stretches: string[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) stretches.push([]);
    else {
      const x = (from + index * step).toFixed(1);
      stretches.at(-1)?.push(`${x} ${(FLOOR - (value / top) * (FLOOR - 2)).toFixed(1)}`);
    }
  });
  return stretches.flatMap((points) => {
    const [first, last] = [points[0], points.at(-1)];
    if (points.length < 2 || !first || !last) return [];
    const x = (point: string) => point.split(" ")[0] ?? "0";
    return [{ path: `M${points.join("L")}`, start: x(first), end: x(last) }];
  });
}
