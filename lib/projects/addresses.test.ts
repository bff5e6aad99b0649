import { expect, test } from "vitest";
import { addressOf, internalAddressOf, openUrl, waitingFor } from "./addresses";
import type { Exposure } from "./schema";

const http = { service: "web", port: 8080, kind: "http", label: "Web" } as const;
const tcp = { service: "db", port: 5432, kind: "tcp", label: "DB" } as const;

test.each<[Exposure, string, string]>([
  [{ ...http, mode: "port", hostPort: 20_000 }, "http://127.0.0.1:20000", "http://web:8080"],
  [{ ...http, mode: "port", hostPort: 80 }, "http://127.0.0.1", "http://web:8080"],
  [
    { ...http, mode: "domain", domain: "a.example.org", hostPort: 20_001 },
    "http://127.0.0.1:20001",
    "http://web:8080",
  ],
  [{ ...http, mode: "internal" }, "http://web:8080", "http://web:8080"],
  [{ ...tcp, mode: "publish", hostPort: 15_432 }, "127.0.0.1:15432", "db:5432"],
  [{ ...tcp, mode: "internal", hostPort: 15_432 }, "db:5432", "db:5432"],
])("%j is reached at %s, and from containers at %s", (exposure, outside, inside) => {
  expect([addressOf(exposure), internalAddressOf(exposure)]).toEqual([outside, inside]);
});

test("only a public http endpoint can be opened", () => {
  const exposures: Exposure[] = [
    { ...tcp, mode: "publish", hostPort: 1 },
    { ...http, mode: "internal" },
  ];
  expect(openUrl(exposures)).toBeNull();
  expect(openUrl([...exposures, { ...http, mode: "port", hostPort: 3 }])).toBe("http://127.0.0.1:3");
});

test("a chosen domain says what it waits for, nothing else does", () => {
  expect(waitingFor({ ...http, mode: "domain", domain: "a.example.org", hostPort: 1 })).toContain(
    "a.example.org",
  );
  expect(waitingFor({ ...http, mode: "port", hostPort: 1 })).toBeUndefined();
});
