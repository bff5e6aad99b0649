import { expect, test } from "vitest";
import { commandOf, splitWords } from "./command";
import { parseDuration } from "./durations";
import { toEngineHealthcheck } from "./healthcheck";
import { displayVersion, isPinned, parseImage, versionOfTag } from "./images";
import { parseSource } from "./outputs";
import { parsePorts } from "./ports";
import { inLocale } from "./schema";
import { startOrder } from "./start-order";
import { parseVolume } from "./volumes";

const digest = `sha256:${"a".repeat(64)}`;

test.each([
  ["postgres:18.1", { registry: "docker.io", repository: "library/postgres", tag: "18.1" }],
  ["grafana/grafana", { registry: "docker.io", repository: "grafana/grafana" }],
  ["docker.io/valkey/valkey:9", { registry: "docker.io", repository: "valkey/valkey", tag: "9" }],
  ["ghcr.io/a/b_c/d:1.0", { registry: "ghcr.io", repository: "a/b_c/d", tag: "1.0" }],
  ["localhost:5000/app:1", { registry: "localhost:5000", repository: "app", tag: "1" }],
  [`nginx:1.27@${digest}`, { registry: "docker.io", repository: "library/nginx", tag: "1.27", digest }],
])("reads the image %s", (text, image) => {
  expect(parseImage(text)).toEqual(image);
});

test.each([
  "",
  "UPPER",
  "a b",
  "a:",
  "a@sha256:1",
  "-a",
  "a:tag with",
  "a//b",
  "http://a/b",
  "a:1@b@c",
  "a".repeat(600),
])("%j is no image", (text) => expect(parseImage(text)).toBeUndefined());

test("a tag other than latest, or a digest, pins an image", () => {
  const pinned = ["a:1", "a", "a:latest", `a@${digest}`, `a:latest@${digest}`].map((text) => {
    const image = parseImage(text);
    return image && isPinned(image);
  });
  expect(pinned).toEqual([true, false, false, true, true]);
});

test("the version shown is the exposed service's tag without its variant", () => {
  expect(
    ["18.1-alpine", "v1.10.1", "RELEASE.2025-09-07T16-13-09Z", "6.9.1-php8.4", "2026.1"].map(versionOfTag),
  ).toEqual(["18.1", "1.10.1", "2025-09-07", "6.9.1", "2026.1"]);
  expect(["version-v26.05.3", "apache-2.57.0", "stable", "alpine-3"].map(versionOfTag)).toEqual([
    "26.05.3",
    "2.57.0",
    "stable",
    "alpine-3",
  ]);
  expect(displayVersion({ services: [{ image: "db:1" }, { image: "web:2-slim", exposed: true }] })).toBe("2");
  expect(displayVersion({ services: [{ image: "db:1" }] })).toBe("1");
  expect(displayVersion({ services: [] })).toBe("");
});

test.each([
  ["30s", 30_000],
  ["1m30s", 90_000],
  ["500ms", 500],
  ["1.5s", 1_500],
  ["24h", 86_400_000],
])("%s lasts %d ms", (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(["", "30", "s", "-1s", "1d", "25h", "1s ", "1 s"])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each([
  ["80", [{ containerPort: 80, protocol: "tcp" }]],
  ["8080:80", [{ containerPort: 80, protocol: "tcp", hostPort: 8080 }]],
  ["127.0.0.1:8080:80/udp", [{ containerPort: 80, protocol: "udp", hostPort: 8080, hostIp: "127.0.0.1" }]],
  ["[::1]:8080:80", [{ containerPort: 80, protocol: "tcp", hostPort: 8080, hostIp: "::1" }]],
  [
    "3000-3001",
    [
      { containerPort: 3000, protocol: "tcp" },
      { containerPort: 3001, protocol: "tcp" },
    ],
  ],
])("reads the port %s", (text, ports) => expect(parsePorts(text)).toEqual(ports));

test.each(["", "0", "65536", "a", "80/icmp", "80:", "1-2:3", "5-4", "1-65535", "80;rm"])(
  "%j is no port",
  (text) => {
    expect(parsePorts(text)).toBeUndefined();
  },
);

test("volumes are named and stay inside the container", () => {
  expect(parseVolume("data:/var/lib/data:ro")).toEqual({
    ok: true,
    volume: { name: "data", target: "/var/lib/data", readOnly: true },
  });
  const refused = [
    "data",
    "/etc:/etc",
    "~/x:/x",
    "C:/x:/y",
    "../a:/a",
    "a:b",
    "a:/",
    "a:/../b",
    "a:/proc/x",
    "a:/x.sock",
    "a/b:/c",
  ];
  expect(refused.filter((text) => parseVolume(text).ok)).toEqual([]);
});

test("a command line becomes words, and no shell is ever asked", () => {
  expect(splitWords(`redis-server --save "60 1" 'a b'\\ c $HOME; rm -rf / "q\\"\\n"`)).toEqual([
    "redis-server",
    "--save",
    "60 1",
    "a b c",
    "$HOME;",
    "rm",
    "-rf",
    "/",
    'q"\\n',
  ]);
  expect(splitWords(`a ''`)).toEqual(["a", ""]);
  expect([`"open`, `'open`, `end\\`].map(splitWords)).toEqual([undefined, undefined, undefined]);
  expect(commandOf({ command: "a b", commandArgv: ["c d"] })).toEqual(["c d"]);
  expect(commandOf({ command: "a b" })).toEqual(["a", "b"]);
  expect([commandOf({}), commandOf({ command: " " })]).toEqual([undefined, undefined]);
});

test("a health check reaches the engine in its own form", () => {
  expect(toEngineHealthcheck(undefined)).toBeUndefined();
  expect(toEngineHealthcheck({ disable: true, test: "x" })).toEqual({ test: ["NONE"] });
  expect(toEngineHealthcheck({ test: ["redis-cli", "ping"] })).toEqual({
    test: ["CMD", "redis-cli", "ping"],
  });
  expect(toEngineHealthcheck({ test: ["CMD", "a"] })).toEqual({ test: ["CMD", "a"] });
  expect(
    toEngineHealthcheck({
      test: "pg_isready",
      interval: "10s",
      timeout: "5s",
      retries: 5,
      startPeriod: "1m",
    }),
  ).toEqual({
    test: ["CMD-SHELL", "pg_isready"],
    intervalMs: 10_000,
    timeoutMs: 5_000,
    retries: 5,
    startPeriodMs: 60_000,
  });
});

test("services start in waves", () => {
  const names = startOrder([
    { name: "web", dependsOn: ["api"] },
    { name: "db" },
    { name: "cache" },
    { name: "api", dependsOn: ["db", "cache"] },
  ]).map((wave) => wave.map((service) => service.name));
  expect(names).toEqual([["db", "cache"], ["api"], ["web"]]);
  expect(() => startOrder([{ name: "a", dependsOn: ["a"] }])).toThrow("wait for each other");
});

test("an output source is one of three forms", () => {
  expect(parseSource("env:db:POSTGRES_USER")).toEqual({ from: "env", service: "db", key: "POSTGRES_USER" });
  expect(parseSource("publicUrl:web")).toEqual({ from: "publicUrl", service: "web" });
  expect(parseSource("publicUrl:web:9001")).toEqual({ from: "publicUrl", service: "web", port: 9001 });
  expect(parseSource("template:a:{{env:db:A}}")).toEqual({ from: "template", template: "a:{{env:db:A}}" });
  const wrong = [
    "",
    "env:db",
    "env:db:A:B",
    "publicUrl:",
    "publicUrl:web:0",
    "template:",
    "https://x",
    "env:db:a b",
  ];
  expect(wrong.map(parseSource)).toEqual(wrong.map(() => undefined));
});

test("localized text falls back from region to language to English to anything", () => {
  expect(inLocale("plain", "de")).toBe("plain");
  expect(inLocale({ en: "Hello", de: "Hallo" }, "de-AT")).toBe("Hallo");
  expect(inLocale({ en: "Hello", de: "Hallo" }, "fr")).toBe("Hello");
  expect(inLocale({ de: "Hallo" }, "fr")).toBe("Hallo");
  expect(inLocale({})).toBe("");
});
