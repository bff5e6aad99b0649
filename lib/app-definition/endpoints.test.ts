import { expect, test } from "vitest";
import { endpointsOf } from "./endpoints";
import { parseDefinition } from "./parse";

function given(services: unknown[], endpoints?: unknown[]) {
  const parsed = parseDefinition({
    id: "a",
    name: "A",
    description: "A",
    kind: "template",
    logo: "a",
    category: "other",
    services,
    endpoints,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return endpointsOf(parsed.definition);
}

const web = { name: "web", image: "a:1", exposed: true };
const tcp = { service: "web", port: 5432, label: "SQL", kind: "tcp" };
const http = { service: "web", port: 80, label: "Web", kind: "http" };

test("an exposed service offers one public http endpoint, a hidden one none", () => {
  expect(
    given([
      { ...web, exposedPort: 80 },
      { name: "db", image: "a:1", ports: ["5432"] },
    ]),
  ).toEqual([
    {
      service: "web",
      port: 80,
      label: "Web",
      kind: "http",
      required: false,
      scope: "public",
      allowedModes: ["domain", "port", "internal"],
      defaultMode: "domain",
    },
  ]);
  expect(given([{ ...web, ports: ["53/udp", "9000:8080"] }])).toMatchObject([{ port: 8080 }]);
  expect(given([web])).toEqual([]);
});

test("each declared route becomes an endpoint, the exposed port first", () => {
  const routes = [{ port: 9001, slugSuffix: "console" }, { port: 9000 }];
  expect(given([{ ...web, exposedPort: 9000, routes }])).toMatchObject([
    { port: 9000, label: "web 9000" },
    { port: 9001, label: "web console" },
  ]);
});

test("an empty list of endpoints offers nothing", () =>
  expect(given([{ ...web, exposedPort: 80 }], [])).toEqual([]));

test.each([
  [tcp, "internal", ["internal", "publish"]],
  [{ ...tcp, scope: "public" }, "publish", ["internal", "publish"]],
  [{ ...tcp, scope: "local" }, "internal", ["internal", "publish"]],
  [{ ...tcp, allowedModes: ["port"] }, "publish", ["publish"]],
  [http, "domain", ["domain", "port", "internal"]],
  [{ ...http, scope: "local" }, "port", ["port", "internal"]],
  [{ ...http, scope: "internal" }, "port", ["port", "internal"]],
  [{ ...http, defaultMode: "port" }, "port", ["domain", "port", "internal"]],
  [{ ...http, allowedModes: ["internal"] }, "internal", ["internal"]],
])("%j defaults to %s", (endpoint, defaultMode, allowedModes) => {
  expect(given([web], [endpoint])).toMatchObject([{ defaultMode, allowedModes }]);
});
