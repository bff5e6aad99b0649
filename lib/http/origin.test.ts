import { expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { guardOrigin } from "./origin";

const TRUSTED = ["http://127.0.0.1:3000"];

function codeOf(method: string, headers: Record<string, string>): string | undefined {
  try {
    guardOrigin({ method, headers: new Headers(headers) }, TRUSTED);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return undefined;
}

test("a change from a foreign origin is refused, whatever its content type or method", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    for (const origin of [
      "http://evil.example",
      "http://127.0.0.1:3001",
      "https://127.0.0.1:3000",
      "null",
      "http://127.0.0.1:3000.evil.example",
    ]) {
      expect(codeOf(method, { origin, "content-type": "text/plain" }), `${method} ${origin}`).toBe(
        "ORIGIN_REJECTED",
      );
    }
  }
});

test("a rebound host name does not make a foreign origin ours", () => {
  expect(codeOf("POST", { origin: "http://evil.example:3000", host: "evil.example:3000" })).toBe(
    "ORIGIN_REJECTED",
  );
});

test("a browser that hides the origin is still seen by where it says it comes from", () => {
  expect(codeOf("POST", { "sec-fetch-site": "cross-site" })).toBe("ORIGIN_REJECTED");
  expect(codeOf("POST", { "sec-fetch-site": "same-site" })).toBe("ORIGIN_REJECTED");
});

test("the dashboard and programs may change things, and anybody may read", () => {
  expect(
    codeOf("POST", { origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" }),
  ).toBeUndefined();
  expect(codeOf("POST", {})).toBeUndefined();
  expect(codeOf("GET", { origin: "http://evil.example" })).toBeUndefined();
});

test("a bearer token from a dashboard origin is refused, reading or changing, however it is spelt", () => {
  const origin = "http://127.0.0.1:3000";
  for (const authorization of [
    "Bearer x",
    "bearer x",
    "BEARER\tx",
    "Bearer",
    "",
    "Basic eDp5",
    "roadstead_pat_x",
  ]) {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]) {
      const what = `${method} ${authorization}`;
      expect(codeOf(method, { origin, authorization }), what).toBe("BEARER_NOT_ALLOWED_FROM_BROWSER");
    }
  }
  // A browser sends no Origin when a page reads from its own server.
  expect(codeOf("GET", { "sec-fetch-site": "same-origin", authorization: "Bearer x" })).toBe(
    "BEARER_NOT_ALLOWED_FROM_BROWSER",
  );
});

test("a bearer token from a program is let through to be looked at", () => {
  expect(codeOf("GET", { authorization: "Bearer x" })).toBeUndefined();
  expect(codeOf("POST", { authorization: "Bearer x" })).toBeUndefined();
  expect(codeOf("GET", { origin: "https://inspector.example", authorization: "Bearer x" })).toBeUndefined();
});

test("nothing but the method itself makes a change, and no header unmakes one", () => {
  const foreign = { origin: "http://evil.example" };
  for (const name of ["x-http-method-override", "x-method-override", "x-http-method"]) {
    expect(codeOf("POST", { ...foreign, [name]: "GET" }), name).toBe("ORIGIN_REJECTED");
    expect(codeOf("GET", { ...foreign, [name]: "POST" }), name).toBeUndefined();
  }
  for (const method of ["post", "PROPFIND", "LINK", "QUERY"]) {
    expect(codeOf(method, foreign), method).toBe("ORIGIN_REJECTED");
  }
});
