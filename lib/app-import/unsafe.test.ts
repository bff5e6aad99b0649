import { expect, test } from "vitest";
import { given, service } from "./testing";

const REFUSED: [name: string, lines: string, top?: string][] = [
  ["privileged", "privileged: true"],
  ["the host's network without ports", "network_mode: host"],
  ["another container's network", 'network_mode: "container:vpn"'],
  ["another service's network", 'network_mode: "service:vpn"'],
  ["the host's processes", "pid: host"],
  ["a capability over the network", "cap_add: [NET_ADMIN]"],
  ["a capability, spelled out", "cap_add: [CAP_SYS_ADMIN]"],
  ["all capabilities", "cap_add: [all]"],
  ["a device", "devices: ['/dev/ttyUSB0:/dev/ttyUSB0']"],
  ["a device, written long", "devices: [{ source: /dev/net/tun, target: /dev/net/tun }]"],
  ["the engine's socket", "volumes: ['/var/run/docker.sock:/var/run/docker.sock:ro']"],
  ["the engine's socket, written long", "volumes: [{ type: bind, source: //run/docker.sock, target: /x }]"],
  ["the engine's socket by another way", "volumes: ['/tmp/../run/docker.sock:/sock']"],
  [
    "the engine's socket through a variable",
    `volumes: ['\${SOCK:-/var/run/docker.sock}:/var/run/docker.sock']`,
  ],
  ["a folder above the file", "volumes: ['../../etc:/data']"],
  ["a hidden climb", "volumes: ['./data/../../../etc:/data']"],
  ["a folder of a Windows host", "privileged: on\nvolumes: ['C:/x:/data', 'C:\\x:/data']"],
  ["the whole host", "volumes: ['/:/host:ro']"],
  ["system folders", "volumes: ['/proc:/host/proc:ro']"],
  ["settings of the host", "volumes: ['/etc/passwd:/data/passwd']"],
  [
    "the host disguised as a volume",
    "volumes: ['v:/data']",
    "volumes: { v: { driver_opts: { type: none, o: bind, device: /etc } } }",
  ],
  ["volumes of another container", "volumes_from: [other]"],
];

test.each(REFUSED)("an import that is built on %s is refused by name", (_, lines, top) => {
  const result = service(lines, top);
  expect(result.ok).toBe(false);
  expect(result.report.some(({ kind }) => kind === "refused")).toBe(true);
  expect(result).toMatchObject({ issues: [{ path: expect.stringMatching(/^services\.web\./) }] });
});

const LEFT_OUT: [name: string, lines: string][] = [
  ["the host's network, when its ports are known", "network_mode: host\nports: ['8080']"],
  ["the host's memory", "ipc: host"],
  ["the host's users", "userns_mode: host"],
  ["a small capability", "cap_add: [SYS_NICE]"],
  ["a graphics card", "devices: ['/dev/dri:/dev/dri']"],
  ["a reserved GPU", "deploy: { resources: { reservations: { devices: [{ driver: nvidia }] } } }"],
  ["weakened security", "security_opt: ['seccomp:unconfined', apparmor=unconfined, 'label:disable']"],
  ["kernel settings", "sysctls: { net.core.somaxconn: 1024 }"],
  ["the host's clock", "volumes: ['/etc/localtime:/etc/localtime:ro']"],
  ["a read-only folder of the host", "volumes: ['/srv/photos:/photos:ro']"],
  ["a home folder", "volumes: ['~/photos:/photos:ro']"],
  ["an env file of the host", "env_file: /etc/web.env"],
  ["an env file that is not here", "env_file: [./web.env]"],
  ["a remote build beside an image", "build: https://github.com/example/web.git"],
];

test.each(LEFT_OUT)("%s is refused and left out, and the rest is imported", (_, lines) => {
  const result = service(lines);
  expect(result.ok).toBe(true);
  expect(result.report.filter(({ kind }) => kind === "refused").length).toBeGreaterThan(0);
});

test("a remote build without an image is refused", () => {
  const result = given({
    "compose.yml": "services:\n  web: { build: { context: 'git@example.com:web.git' } }",
  });
  expect(result).toMatchObject({ ok: false, issues: [{ path: "services.web.build" }, {}] });
});

test("an empty volume stands in for a folder of the host that is written to", () => {
  const result = service(`volumes: ['/srv/web:/data', '\${APP_DATA_DIR:-.}/data/x:/x', './y:/y:ro']`);
  expect(result).toMatchObject({
    ok: true,
    definition: { services: [{ volumes: ["srv-web:/data", "data-x:/x", "data-y:/y:ro"] }] },
  });
  expect(result.report.filter(({ kind }) => kind === "guessed").map(({ path }) => path)).toContain(
    "services.web.volumes.0",
  );
});

test("no unsafe key is left in what comes out", () => {
  for (const [, lines] of LEFT_OUT) {
    const text = JSON.stringify(service(lines));
    const { definition } = JSON.parse(text) as { definition?: unknown };
    expect(JSON.stringify(definition)).not.toMatch(
      /privileged|network_mode|cap_add|devices|\/dev\/|docker\.sock/,
    );
  }
});
