import { Resolver } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { settings } from "@/lib/settings";
import type { DnsRecord, DomainFindings } from "./schema";

const TIMEOUT_MS = 3_000;

/** Asks the DNS whether a hostname leads to this machine, and says exactly what to set when it does not. */
export async function lookUp(hostname: string): Promise<DomainFindings["dns"]> {
  const resolver = resolverOf();
  const [own, found] = await Promise.all([ownAddresses(resolver), addressesOf(hostname, resolver)]);
  return judge(hostname, own, found);
}

function resolverOf(): Resolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const { nameServers } = settings().edge;
  if (nameServers.length > 0) resolver.setServers(nameServers);
  return resolver;
}

/** Addresses by which people reach this machine; empty when nobody said, and it cannot tell by itself. */
async function ownAddresses(resolver: Resolver): Promise<string[]> {
  const { edge, publicUrl } = settings();
  if (edge.addresses.length > 0) return edge.addresses;
  const host = publicUrl && new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  if (host && ipaddr.isValid(host)) return [host];
  if (host) {
    const found = await addressesOf(host, resolver);
    if (found !== "unknown" && found.length > 0) return found;
  }
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return all.map(({ address }) => address).filter(isPublic);
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "unicast";
}

/** Every address of a name, in both families, through aliases; `unknown` when no name server answered. */
async function addressesOf(name: string, resolver: Resolver): Promise<string[] | "unknown"> {
  const families = await Promise.all([
    resolver.resolve4(name).catch(whyNone),
    resolver.resolve6(name).catch(whyNone),
  ]);
  const answers = families.filter((one) => one !== "unknown");
  return answers.length === 0 ? "unknown" : answers.flat();
}

function whyNone(error: NodeJS.ErrnoException): string[] | "unknown" {
  return error.code === "ENOTFOUND" || error.code === "ENODATA" ? [] : "unknown";
}

/** What the addresses of a name mean, in words. Pure. */
export function judge(
  hostname: string,
  own: readonly string[],
  found: readonly string[] | "unknown",
): DomainFindings["dns"] {
  const record = (address: string): DnsRecord => ({
    type: ipaddr.IPv6.isValid(address) ? "AAAA" : "A",
    name: hostname,
    value: address,
  });
  const told = (verdict: DomainFindings["dns"]["verdict"], reason: string) => ({
    ...{ verdict, reason, set: [], remove: [] },
  });
  if (found === "unknown") return told("unknown", "No name server answered. It is asked again by itself.");
  if (own.length === 0) {
    const where =
      found.length > 0 ? ` It leads to ${found.join(" and ")}.` : ` ${hostname} leads nowhere yet.`;
    return told(
      found.length > 0 ? "unknown" : "attention",
      `Nobody has said under which address this machine is reached: set ROADSTEAD_EDGE_ADDRESSES.${where}`,
    );
  }
  const is = (address: string) => (other: string) => canonical(other) === canonical(address);
  const elsewhere = found.filter((address) => !own.some(is(address)));
  const here = found.filter((address) => own.some(is(address)));
  const missing = here.length > 0 ? [] : own.map(record);
  if (elsewhere.length === 0 && here.length > 0)
    return told("ok", `${hostname} leads to this machine, ${here.join(" and ")}.`);
  const toSet = missing
    .map(({ type, value }) => `${type} record of ${hostname} to ${value}`)
    .join(", and the ");
  const reason =
    found.length === 0
      ? `${hostname} leads nowhere yet. Set the ${toSet}.`
      : here.length === 0
        ? `${hostname} leads to ${elsewhere.join(" and ")}. Set the ${toSet} instead.`
        : `${hostname} leads to this machine and also to ${elsewhere.join(" and ")}. Remove those records.`;
  return { verdict: "attention", reason, set: missing, remove: elsewhere.map(record) };
}

const canonical = (address: string) => ipaddr.parse(address).toString();
