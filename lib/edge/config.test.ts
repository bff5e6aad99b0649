import fc from "fast-check";
import { expect, test } from "vitest";
import { edgeConfig, type Site } from "./config";

const AROUND = {
  ...{ socket: "/data/edge/admin.sock", storage: "/data/edge/storage", marks: "/data/edge/marks" },
  ...{ log: "/data/edge/edge.log", httpPort: 80, httpsPort: 443 },
};

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const port = fc.integer({ min: 1024, max: 65535 });
const site: fc.Arbitrary<Site> = fc.record({
  hostname: fc.tuple(label, label).map(([one, other]) => `${one}.${other}.example`),
  ports: fc.oneof(fc.constant([]), fc.tuple(port), fc.tuple(port, port)),
  mark: fc.stringMatching(/^prj_[0-9a-z]{20}$/),
});
const sites = fc.uniqueArray(site, { selector: ({ hostname }) => hostname, maxLength: 12 });

/** Every value under a key, wherever it stands. */
function valuesOf(key: string, within: unknown): unknown[] {
  if (Array.isArray(within)) return within.flatMap((one) => valuesOf(key, one));
  if (within === null || typeof within !== "object") return [];
  return Object.entries(within).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ]);
}

test("whatever the sites, each is served once, and unknown names fall through to nothing", () => {
  fc.assert(
    fc.property(sites, (given) => {
      const { servers } = edgeConfig(given, AROUND).apps.http;
      const names = given.map(({ hostname }) => hostname).sort();
      expect(valuesOf("host", servers.sites.routes).flat()).toEqual(names);
      expect(valuesOf("host", servers.plain.routes).flat().sort()).toEqual(names);
      for (const { routes } of [servers.sites, servers.plain]) {
        const last = routes.at(-1);
        expect(last).not.toHaveProperty("match");
        expect(valuesOf("status_code", last)).toEqual([404]);
      }
    }),
  );
});

test("requests go to ports of this machine's loopback only, those of their own site", () => {
  fc.assert(
    fc.property(sites, (given) => {
      const { routes } = edgeConfig(given, AROUND).apps.http.servers.sites;
      const sorted = [...given].sort((a, b) => (a.hostname < b.hostname ? -1 : 1));
      for (const [at, { ports, mark }] of sorted.entries()) {
        const dials = valuesOf("dial", routes[at]);
        expect([...dials].sort()).toEqual(ports.map((one) => `127.0.0.1:${one}`).sort());
        expect(valuesOf("try_files", routes[at])).toEqual(ports.length === 2 ? [[mark]] : []);
      }
    }),
  );
});

test("the order of the sites makes no difference, so that the same sites are no news to the edge", () => {
  fc.assert(
    fc.property(
      sites.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
      ),
      ([one, other]) => {
        expect(JSON.stringify(edgeConfig(other, AROUND))).toBe(JSON.stringify(edgeConfig(one, AROUND)));
      },
    ),
  );
});

test("certificates are asked for known names only, never on demand, and nobody but this user rules the edge", () => {
  const config = edgeConfig([{ hostname: "a.example.org", ports: [20_000], mark: "prj" }], {
    ...AROUND,
    acmeEmail: "sea@example.org",
    acmeCa: "https://acme.example.org/directory",
    acmeRoots: "/roots.pem",
  });
  expect(valuesOf("on_demand", config)).toEqual([]);
  expect(config.apps.tls.automation.policies).toEqual([
    {
      subjects: ["a.example.org"],
      issuers: [
        {
          module: "acme",
          ca: "https://acme.example.org/directory",
          email: "sea@example.org",
          trusted_roots_pem_files: ["/roots.pem"],
        },
      ],
    },
  ]);
  expect(config.admin).toEqual({
    listen: "unix//data/edge/admin.sock",
    origins: ["roadstead"],
    config: { persist: false },
  });
});

test("HTTP leads to the port that HTTPS has", () => {
  const locations = (httpsPort: number) =>
    valuesOf(
      "Location",
      edgeConfig([{ hostname: "a.example.org", ports: [20_000], mark: "prj" }], { ...AROUND, httpsPort }),
    );
  expect(locations(443)).toEqual([["https://{http.request.host}{http.request.uri}"]]);
  expect(locations(8443)).toEqual([["https://{http.request.host}:8443{http.request.uri}"]]);
});
