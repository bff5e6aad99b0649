/** An empty roadstead: drawn where a list holds nothing yet. */
export function Anchorage() {
  return (
    <svg
      width="200"
      height="104"
      viewBox="0 0 200 104"
      fill="none"
      className="mx-auto stroke-primary-line"
      aria-hidden="true"
    >
      <path d="M20 70c20-44 60-58 96-48s60 32 66 62M36 78c16-32 46-42 76-36s44 24 50 44M54 86c12-20 34-28 56-24s30 14 34 26" />
      <path
        d="M2 94c10-6 18-6 28 0s18 6 28 0 18-6 28 0 18 6 28 0 18-6 28 0 18 6 28 0 18-6 28 0"
        stroke="var(--primary)"
        strokeWidth="1.5"
      />
      <circle cx="104" cy="76" r="5" fill="var(--primary)" stroke="none" />
    </svg>
  );
}
