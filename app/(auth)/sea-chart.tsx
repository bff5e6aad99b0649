const RINGS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const POINTS = 48;
const CENTRE = { x: 430, y: 470 };

const SOUNDINGS: readonly (readonly [x: number, y: number, depth: number])[] = [
  [250, 180, 42],
  [520, 130, 51],
  [620, 260, 38],
  [160, 330, 47],
  [300, 640, 29],
  [560, 690, 35],
  [180, 800, 58],
  [640, 820, 62],
  [90, 120, 66],
  [640, 60, 70],
  [110, 560, 55],
  [660, 520, 40],
];

/** The depth contours of a roadstead with its breakwater and four ships: decoration beside the form. */
export function SeaChart() {
  return (
    <div className="relative overflow-hidden bg-[#0c2128] max-md:hidden">
      <svg
        viewBox="0 0 720 900"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <path d={contour(1)} fill="#123440" />
        <path d={contour(0)} fill="#174350" />
        {RINGS.map((ring) => (
          <path
            key={ring}
            d={contour(ring)}
            fill="none"
            stroke="#5cbccb"
            strokeOpacity={0.5 - ring * 0.033}
          />
        ))}
        <path
          d="M180 0V900M360 0V900M540 0V900M0 225H720M0 450H720M0 675H720"
          stroke="#5cbccb"
          strokeOpacity=".1"
        />
        <g fill="#9cc9d1" fillOpacity=".75" fontSize="12" fontStyle="italic">
          {SOUNDINGS.map(([x, y, depth]) => (
            <text key={depth} x={x} y={y}>
              {depth}
            </text>
          ))}
        </g>
        <path
          d="M352 392A104 104 0 0 1 520 400"
          fill="none"
          stroke="#e7eff1"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <circle cx="520" cy="400" r="4.5" fill="#74cf9c" />
        <path d="M346 386h12v12h-12z" fill="#e3695e" />
        <path
          d="M412 446h0M446 474h0M462 436h0M420 494h0"
          stroke="#e7eff1"
          strokeWidth="10"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}

/** A closed curve around the anchorage; the further out, the rounder. */
function contour(ring: number): string {
  const size = 86 + ring * 46 + ring * ring * 1.6;
  const bend = 1 / (1 + ring * 0.09);
  const points = Array.from({ length: POINTS }, (_, index) => {
    const angle = (index / POINTS) * 2 * Math.PI;
    const swell =
      1 +
      bend * 0.17 * Math.sin(2 * angle + 2.4 + ring * 0.1) +
      bend * 0.09 * Math.sin(3 * angle + 0.7 - ring * 0.22) +
      bend * 0.03 * Math.sin(5 * angle + ring * 0.5);
    return {
      x: CENTRE.x + size * swell * Math.cos(angle),
      y: CENTRE.y + size * swell * 0.94 * Math.sin(angle),
    };
  });
  return smooth(points);
}

function smooth(points: { x: number; y: number }[]): string {
  const at = (index: number) => points[index % points.length] ?? CENTRE;
  const middle = (index: number) => {
    const [a, b] = [at(index), at(index + 1)];
    return `${((a.x + b.x) / 2).toFixed(1)} ${((a.y + b.y) / 2).toFixed(1)}`;
  };
  const curves = points.map((_, index) => {
    const bend = at(index + 1);
    return `Q${bend.x.toFixed(1)} ${bend.y.toFixed(1)} ${middle(index + 1)}`;
  });
  return `M${middle(0)}${curves.join("")}Z`;
}
