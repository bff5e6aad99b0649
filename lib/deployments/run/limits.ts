/** Time limits of a deployment, in milliseconds. Tests shorten them. */
export const LIMITS = {
  /** Between two runs of a starting service's health test. */
  healthPollMs: 500,
  /** A service without health test must stay up this long. */
  settleMs: 2_000,
  /** At least this long may a service take to become healthy. */
  healthAtLeastMs: 120_000,
  /** On top of a health check's own start period and retries. */
  healthExtraMs: 60_000,
  /** How often a service may exit and be started again by the engine before it counts as broken. */
  restarts: 4,
  /** A pull that brings nothing for so long has stalled. */
  pullStallMs: 300_000,
  /** How long the build of one image may take. */
  buildMs: 3_600_000,
  /** How long an engine that went away is waited for. */
  engineAwayMs: 60_000,
  /** How long the command of one prepare step may take. */
  prepareMs: 600_000,
  /** One run of a prepare step's readiness test. */
  readinessTestMs: 10_000,
  /** All runs of a readiness test together, however many its author asks for. */
  readinessMs: 900_000,
  /** How long published addresses may take to answer once their services are healthy. */
  routesMs: 60_000,
  /** How long a version that changes its project must stay up before the one before is given up. */
  watchMs: 10_000,
  /** How long requests that are under way to a version may take before it is stopped. */
  drainMs: 10_000,
  /** How long calls that are under way at a cancel may take to end. */
  graceMs: 5_000,
};
export type Limits = typeof LIMITS;
