import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Who is signed in at a provider of the tests, and what it says of their address. */
export type Identity = { sub: string; email: string; emailVerified: boolean };

/** What the tests register at a provider, as an operator would. */
export const CLIENT = { id: "roadstead-tests", secret: "a secret of the tests alone" };

/** A provider on loopback that answers as the one on the internet does. */
export type LoopbackProvider = {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** The addresses on the internet that it stands for. */
  hosts: readonly string[];
  /** From now on this is who is signed in there. */
  be(person: Identity): void;
  stop(): Promise<void>;
};

/** @returns where the server listens now, on loopback, and how it is stopped */
export async function listen(server: Server): Promise<Pick<LoopbackProvider, "url" | "stop">> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Where an address leads while these providers stand in: to them when it is one of theirs, as by a name server. */
export function rerouted(address: string, providers: readonly LoopbackProvider[]): string {
  for (const { url, hosts } of providers)
    for (const host of hosts)
      if (address.startsWith(`https://${host}/`)) return url + address.slice(8 + host.length);
  return address;
}
