import autocannon from "autocannon";
import { signInByApi } from "@/e2e/roadstead";

/** How many can sign in within a second, and what everybody else feels of it meanwhile. */

const DURATION_S = 10;
const AT_ONCE = 10;
const WARM_UP = 30;

/** @returns sign-ins a second at full rate, and the latency of a watcher's request, alone and meanwhile, in ms */
export async function measureSignIn(url: string, credentials: { email: string; password: string }) {
  // The first few load and compile what the others run.
  for (let count = 0; count < WARM_UP; count++) await signInByApi({ url }, credentials);
  const alone = await watch(url);
  const [signIns, meanwhile] = await Promise.all([
    autocannon({
      url: `${url}/api/auth/sign-in/email`,
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify(credentials),
      connections: AT_ONCE,
      // In a thread of its own: what holds the generator up would count as the watcher's wait.
      workers: 1,
      duration: DURATION_S,
    }),
    watch(url),
  ]);
  if (signIns.non2xx > 0 || signIns.errors > 0)
    throw new Error(`signing in: ${signIns.non2xx} refusals, ${signIns.errors} errors under load`);
  return {
    signInsPerSecond: Math.round(signIns.requests.average * 10) / 10,
    signInP50Ms: signIns.latency.p50,
    healthAlone: alone,
    healthMeanwhile: meanwhile,
  };
}

/** A request every 20 ms, one after the other, as a watcher or a person would send them. */
async function watch(url: string): Promise<{ p50Ms: number; p99Ms: number }> {
  const { latency, non2xx, errors } = await autocannon({
    url: `${url}/api/health`,
    connections: 1,
    overallRate: 50,
    duration: DURATION_S,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`health: ${non2xx} refusals, ${errors} errors under load`);
  return { p50Ms: latency.p50, p99Ms: latency.p99 };
}
