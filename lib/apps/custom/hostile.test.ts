import { beforeAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { listCatalog } from "../list";
import { showApp } from "../show";
import { givenCatalog } from "../testing";
import { createCustomApp } from "./create";
import { listCustomApps } from "./list";
import { showCustomApp } from "./show";
import { BEACON } from "./testing";

givenDatabase();
beforeAll(() => {
  useEngine(createMemoryEngine({}));
  givenCatalog();
});

const BYTES = 256 * 1024;

/** What is said to somebody who tries to save this; the apps that are kept stay none. */
async function refused(given: Parameters<typeof createCustomApp>[1]) {
  const owner = await givenOwner();
  const told = await createCustomApp(owner, given).then(
    () => ({ code: "saved", message: "", issues: [] as { path: string; message: string }[] }),
    ({ code, message, issues }) => ({ code, message, issues }),
  );
  expect((await listCustomApps(owner, {})).data).toEqual([]);
  return { code: told.code, issues: JSON.stringify(told.issues) };
}

const beacon = (more: object) => ({ definition: { ...BEACON, ...more } });
const web = (more: object) => beacon({ services: [{ ...BEACON.services?.[0], ...more }] });

test.each([
  ["no JSON", { text: "{ id: 'beacon' }" }, "not JSON"],
  ["a comment", { text: `${JSON.stringify(BEACON)} // mine` }, "more after the end"],
  ["a key twice", { text: '{ "id": "a", "id": "b" }' }, "stands twice"],
  ["a prototype key", { text: '{ "__proto__": { "verified": true } }' }, "__proto__"],
  ["a prototype key in a value", { definition: JSON.parse('{ "a": { "__proto__": 1 } }') }, "__proto__"],
  ["100,000 levels", { text: "[".repeat(100_000) }, "nested"],
  ["a list", { text: "[]" }, "JSON object"],
  ["a NUL", { text: JSON.stringify({ ...BEACON, updatedAt: "a\0b" }) }, "NUL"],
  ["a NUL in an unknown key", beacon({ other: { "a\0": 1 } }), "NUL"],
  ["half a character", beacon({ updatedAt: "\ud800" }), "half a character"],
  [
    "more bytes than letters allow",
    { text: JSON.stringify({ ...BEACON, x: "é".repeat(BYTES / 2) }) },
    "256 KiB",
  ],
  ["a logo that is an address", beacon({ logo: "https://evil.example/x.svg" }), "slug"],
  ["a logo that is code", beacon({ logo: "javascript:alert(1)" }), "slug"],
  ["a logo that is a path", beacon({ logo: "../../etc/passwd" }), "slug"],
  ["a flow that leads away", beacon({ kind: "flow", flowHref: "//evil.example" }), "flowHref"],
  ["a source that is code", beacon({ repository: "javascript:alert(1)" }), "repository"],
  ["the root of the host", web({ volumes: ["/:/host"] }), "services.0.volumes"],
  ["the engine's socket", web({ volumes: ["/var/run/docker.sock:/s"] }), "services.0.volumes"],
  ["a way up", web({ volumes: ["../x:/x"] }), "services.0.volumes"],
  ["an image that is a flag", web({ image: "--privileged" }), "services.0.image"],
  [
    "a file above the container's root",
    beacon({ files: [{ service: "web", path: "/a/../../b", content: "" }] }),
    "files.0.path",
  ],
  [
    "an output from nowhere",
    beacon({
      connection: { outputs: [{ id: "a", label: "A", source: "javascript:alert(1)", kind: "url" }] },
    }),
    "connection.outputs.0.source",
  ],
] as const)("%s is refused, and nothing is kept", async (_what, given, says) => {
  const { code, issues } = await refused(given as Parameters<typeof createCustomApp>[1]);
  expect(code).toBe("VALIDATION_ERROR");
  expect(issues).toContain(says);
});

test("exactly 256 KiB are read, one byte more is not", async () => {
  const owner = await givenOwner();
  const start = JSON.stringify(BEACON);
  const text = start + " ".repeat(BYTES - start.length);
  expect((await createCustomApp(owner, { text })).entry.id).toBe("beacon");
  expect((await refused({ text: `${text} ` })).code).toBe("VALIDATION_ERROR");
});

test("privileges and the like are left out of what is kept, and named", async () => {
  const owner = await givenOwner();
  const { warnings } = await createCustomApp(
    owner,
    web({ privileged: true, cap_add: ["ALL"], pid: "host", network_mode: "host" }),
  );
  expect(warnings.map(({ path }) => path)).toEqual([
    "services.0.privileged",
    "services.0.cap_add",
    "services.0.pid",
    "services.0.network_mode",
  ]);
  const kept = JSON.stringify((await showApp(owner, { appId: "beacon" })).definition);
  expect(kept).not.toMatch(/privileged|cap_add|"pid"|network_mode/);
});

test("markup is kept as the text it is, and an own logo is never an address of elsewhere", async () => {
  const owner = await givenOwner();
  const html = '<img src=x onerror="alert(1)">';
  const definition = { ...BEACON, name: html, description: html, tags: [html], logo: "constructor" };
  await createCustomApp(owner, { definition });
  const [entry] = (await listCatalog(owner, {})).data.filter(({ custom }) => custom);
  expect(entry).toMatchObject({ name: html, description: html, tags: [html], logoPath: null });
  const { source } = await showCustomApp(owner, { appId: "beacon" });
  expect(JSON.parse(source)).toEqual(definition);
});
