/** The sign of Roadstead: a breakwater, a ship at anchor, the water. */
export function Sign({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
      className="shrink-0 text-primary"
    >
      <path d="M4 13.5A8.5 8.5 0 0 1 18.5 7" />
      <circle cx="13" cy="12.6" r="2.3" fill="currentColor" stroke="none" />
      <path d="M3.5 19c2-1.5 3.8-1.5 5.7 0s3.7 1.5 5.6 0 3.7-1.5 5.7 0" />
    </svg>
  );
}
