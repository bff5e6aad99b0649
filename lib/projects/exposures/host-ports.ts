import type { PortView } from "./held-ports";

const FIRST_OFFERED = 20_000;
const LAST_PORT = 65_535;
const LOWEST_UNASKED = 1024;

/** Gives out ports of this machine, each once. */
export type PortGiver = {
  /** Takes exactly this port. @returns why it cannot be had, as a sentence; undefined when it was given */
  take(port: number): Promise<string | undefined>;
  /** Takes the wished port when it is free and unprivileged, else the first free one from 20000; undefined when none is left. */
  offer(wish: number): Promise<number | undefined>;
};

/** A giver that knows who holds what, and remembers what it gave. */
export function portGiver({ held, isFree }: PortView): PortGiver {
  const given = new Set<number>();

  async function holder(port: number): Promise<string | undefined> {
    if (given.has(port)) return "is chosen twice here";
    const known = held.get(port);
    if (known) return known;
    return (await isFree(port)) ? undefined : "is used by another program on this machine";
  }

  async function firstFree(): Promise<number | undefined> {
    for (let port = FIRST_OFFERED; port <= LAST_PORT; port++) {
      if ((await holder(port)) === undefined) return port;
    }
    return undefined;
  }

  return {
    async take(port) {
      const who = await holder(port);
      if (who === undefined) {
        given.add(port);
        return undefined;
      }
      const other = await firstFree();
      return `Port ${port} ${who}. Choose another one${other ? `, such as ${other}` : ""}.`;
    },
    async offer(wish) {
      const wanted = wish >= LOWEST_UNASKED && (await holder(wish)) === undefined;
      const port = wanted ? wish : await firstFree();
      if (port !== undefined) given.add(port);
      return port;
    },
  };
}
