/**
 * Keeps the log silent about clients that went away before all of their request had arrived. Next prints the error of
 * the cut connection as a failure of its own, and anybody could fill the log with it.
 */
export function ignoreGoneClients(): void {
  const print = console.error;
  console.error = (...said: unknown[]) => {
    if (!isCutConnection(said)) print(...said);
  };
}

/** Node's error of a request that broke off, printed by itself: what fails here is printed with what it was for. */
function isCutConnection([first, ...more]: unknown[]): boolean {
  if (more.length > 0 || !(first instanceof Error)) return false;
  return first.message === "aborted" && "code" in first && first.code === "ECONNRESET";
}
