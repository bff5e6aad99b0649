import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { freePort } from "@/lib/deployments/run/testing";
import { givenProject } from "@/lib/deployments/testing";
import { addDomain, checkDomain, listDomains } from "@/lib/domains";
import { type NameServer, openNameServer } from "@/lib/domains/testing";
import { settings } from "@/lib/settings";
import { askEdge } from "./asking/testing";
import { meet } from "./probe";
import { givenEdge, until } from "./testing";
import { watchEdge } from "./watch";

givenDatabase();
givenEdge();

let folder: string;
let authority: ChildProcess;
let names: NameServer;

/** A real ACME server (RFC 8555) that asks the edge over HTTP and TLS, and finds it by our name server. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "roadstead-acme-"));
  names = await openNameServer({});
  const own = (file: string) => path.join(folder, file);
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"],
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", own("key.pem"), "-out", own("cert.pem")],
    ],
    { stdio: "ignore" },
  );
  const [port, managementPort] = [await freePort(), await freePort()];
  const pebble = {
    ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${managementPort}` },
    ...{ certificate: own("cert.pem"), privateKey: own("key.pem") },
    ...{ httpPort: settings().edge.httpPort, tlsPort: settings().edge.httpsPort },
    ...{ ocspResponderURL: "", externalAccountBindingRequired: false },
  };
  await writeFile(own("pebble.json"), JSON.stringify({ pebble }));
  authority = spawn("pebble", ["-config", own("pebble.json"), "-dnsserver", names.address], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "0" },
    stdio: "ignore",
  });
  await until(async () => (await askEdge({ port }, "localhost", { path: "/dir" })).status === 200);
  settings().edge = {
    ...settings().edge,
    acmeCa: `https://127.0.0.1:${port}/dir`,
    acmeRoots: own("cert.pem"),
    addresses: ["127.0.0.1"],
    nameServers: [names.address],
  };
});
afterAll(async () => {
  authority.kill("SIGKILL");
  names.close();
  await rm(folder, { recursive: true, force: true });
});

test("a certificate comes by itself once the DNS is right, and until then people read what is missing", async () => {
  const owner = await givenOwner();
  const exposures = [
    { service: "web", port: 80, kind: "http" as const, label: "Web", mode: "port" as const, hostPort: 1 },
  ];
  const { id: projectId } = await givenProject(owner, [{ name: "web", image: "web:1" }], { exposures });
  const stop = new AbortController();
  const watched = watchEdge(stop.signal, { beatMs: 200 });
  const { id: domainId, hostname } = await addDomain(owner, { projectId, hostname: "sea.example.org" });
  const shown = async () => (await listDomains(owner, { projectId })).data[0];
  await until(async () => (await shown())?.findings?.certificate.verdict === "attention");
  expect(await shown()).toMatchObject({
    state: "action_required",
    reason: "sea.example.org leads nowhere yet. Set the A record of sea.example.org to 127.0.0.1.",
    findings: {
      dns: { set: [{ type: "A", name: hostname, value: "127.0.0.1" }] },
      certificate: { reason: "The certificate authority finds no address of sea.example.org in the DNS." },
    },
  });
  expect((await meet(hostname)).certificate).toBeNull();

  names.learn(hostname, "127.0.0.1");
  await checkDomain(owner, { projectId, domainId });
  const { certificate } = await until(async () => {
    const met = await meet(hostname);
    return met.certificate ? met : undefined;
  });
  expect(certificate?.expiresAt.getTime()).toBeGreaterThan(Date.now());
  expect(await checkDomain(owner, { projectId, domainId })).toMatchObject({
    findings: {
      dns: { verdict: "ok" },
      certificate: { verdict: "ok", reason: expect.stringContaining("Pebble") },
    },
  });
  stop.abort();
  await watched;
});
