/** Shapes of services that the API, the pages and the client share. Safe in a browser. */

/** What a service does, in a word. */
export const SERVICE_WORDS = [
  "running",
  "healthy",
  "starting",
  "unhealthy",
  "restarting",
  "crash-loop",
  "out-of-memory",
  "stopped",
  "exited",
  "missing",
  "unknown",
] as const;
export type ServiceWord = (typeof SERVICE_WORDS)[number];
