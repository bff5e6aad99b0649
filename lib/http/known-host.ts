import { Refusal } from "@/lib/access/refusal";
import { dashboardOrigins } from "@/lib/settings";

const THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Refuses a request under a name that this instance does not go by: what a page gets sent by pointing its own name at
 * this machine (DNS rebinding). A reverse proxy may ask under a name of this machine.
 * @throws Refusal ORIGIN_REJECTED
 */
export function guardHost(headers: Headers, origins = dashboardOrigins()): void {
  const known = [...THIS_MACHINE, ...origins.map((origin) => new URL(origin).hostname)];
  const host = headers.get("host") ?? "";
  if (!URL.canParse(`http://${host}`) || !known.includes(new URL(`http://${host}`).hostname))
    throw new Refusal("ORIGIN_REJECTED");
}
