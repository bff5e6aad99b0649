import fc from "fast-check";
import { expect, test } from "vitest";
import { addressBlock, clientAddress } from "./client-address";

const PROXIES = ["10.0.0.0/8", "fd00::/8"];

test("without a trusted proxy the peer is the client, whatever it claims", () => {
  expect(clientAddress("203.0.113.7", "198.51.100.1", [])).toBe("203.0.113.7");
  expect(clientAddress("203.0.113.7", "198.51.100.1", PROXIES)).toBe("203.0.113.7");
});

test("of what a trusted proxy passes on, the right-most untrusted address counts", () => {
  expect(clientAddress("10.0.0.1", "198.51.100.1", PROXIES)).toBe("198.51.100.1");
  expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.2.3.4", PROXIES)).toBe("198.51.100.1");
  expect(clientAddress("fd00::1", "6.6.6.6,2001:db8::9", PROXIES)).toBe("2001:db8::9");
  expect(clientAddress("10.0.0.1", "10.0.0.9, 10.0.0.8", PROXIES)).toBe("10.0.0.9");
});

test("addresses are read as proxies write them: with a port, in brackets, IPv4 inside IPv6", () => {
  expect(clientAddress("10.0.0.1", "198.51.100.1:4711", PROXIES)).toBe("198.51.100.1");
  expect(clientAddress("10.0.0.1", "[2001:db8::9]:443", PROXIES)).toBe("2001:db8::9");
  expect(clientAddress("::ffff:10.0.0.1", "::ffff:198.51.100.1", PROXIES)).toBe("198.51.100.1");
});

test("what is no address is not believed, nor anything left of it", () => {
  for (const claim of ["unknown", "", "1.2.3.4, nonsense", "127.1", "0x7f000001", "1.2.3.4, ,"]) {
    expect(clientAddress("10.0.0.1", claim, PROXIES), claim).toBe("10.0.0.1");
  }
});

test("no header from a stranger's peer, however odd, changes who the client is or throws", () => {
  fc.assert(
    fc.property(fc.string(), (claim) => {
      expect(clientAddress("203.0.113.7", claim, PROXIES)).toBe("203.0.113.7");
      addressBlock(clientAddress("10.0.0.1", claim, PROXIES));
    }),
  );
});

test("an IPv6 subscriber's /64 is one block, IPv4 is told apart by address, and no address is one block", () => {
  expect(addressBlock("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  expect(addressBlock("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe("2001:db8:1:2::/64");
  expect(addressBlock("2001:db8:1:3::1")).not.toBe(addressBlock("2001:db8:1:2::1"));
  expect(addressBlock("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(addressBlock("203.0.113.7")).not.toBe(addressBlock("203.0.113.8"));
  expect(addressBlock("::ffff:203.0.113.7")).toBe(addressBlock("203.0.113.7"));
  expect(addressBlock("")).toBe(addressBlock("not an address"));
});
