/** The middle of what was measured, in its unit, to the hundredth. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
  return Math.round((middle ?? Number.NaN) * 100) / 100;
}
