import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "./given";
import { addingToken, givenToken } from "./mcp-agent";
import { discard, startRoadstead } from "./roadstead";

const run = promisify(execFile);
const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** The public conformance suite of the protocol. What does not apply is explained in docs/decisions/025. */
const APPLY = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

// Each needs a thing that this server does not offer, most of them under the name of a test fixture.
const DO_NOT_APPLY = [
  /^tools-call-/,
  /^resources-/,
  /^prompts-/,
  /^elicitation-/,
  /^server-sse-/,
  /^(logging-set-level|completion-complete|json-schema-2020-12)$/,
];

async function conform(url: string, scenario: string): Promise<string> {
  const args = [SUITE, "server", "--url", `${url}/api/mcp`, "--scenario", scenario];
  const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => {
    throw new Error(`${scenario}:\n${error.stdout}`);
  });
  return stdout;
}

test("every scenario of the suite is one that is passed, or one that is explained", async () => {
  const { stdout } = await run(process.execPath, [SUITE, "list", "--server"]);
  const all = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name ?? "");
  const unexplained = all.filter((name) => !DO_NOT_APPLY.some((pattern) => pattern.test(name)));
  expect(unexplained).toEqual(APPLY);
});

test("with a token, the server conforms", async ({ request, roadstead }) => {
  const door = await addingToken(roadstead.url, await givenToken(request));
  for (const scenario of APPLY.slice(0, -1)) expect(await conform(door.url, scenario)).toContain("Passed: ");
  door.close();
});

test("where no sign-in is asked for, the server conforms, and a rebound name gets nowhere", async () => {
  const open = await startRoadstead({
    env: { ROADSTEAD_AUTH_MODE: "none", ROADSTEAD_ALLOW_ZERO_AUTH: "true" },
  });
  for (const scenario of APPLY) expect(await conform(open.url, scenario)).toContain("Passed: ");
  await discard(open);
});
