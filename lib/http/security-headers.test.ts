import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pagePolicy, TOAST_STYLES, transportSecurity } from "./security-headers";

const policy = pagePolicy("bm9uY2U=", { production: true });
const directive = (name: string) => policy.split("; ").find((entry) => entry.startsWith(`${name} `)) ?? "";

test("no script runs without the nonce of its own answer", () => {
  expect(directive("script-src")).toBe("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
  expect(directive("script-src-attr")).toBe("script-src-attr 'none'");
  expect(directive("base-uri")).toBe("base-uri 'none'");
  expect(directive("object-src")).toBe("object-src 'none'");
});

test("no style element is drawn without the nonce, but for the one of the toasts", () => {
  expect(directive("style-src-elem")).not.toContain("unsafe");
  const code = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
  const css = JSON.parse(/^__insertCSS\((".*")\);?$/m.exec(code)?.[1] ?? '""');
  expect(css).toContain("[data-sonner-toast");
  expect(TOAST_STYLES).toBe(`sha256-${createHash("sha256").update(css).digest("base64")}`);
});

test("no page can be put into a frame, and no form leads away", () => {
  expect(directive("frame-ancestors")).toBe("frame-ancestors 'none'");
  expect(directive("form-action")).toBe("form-action 'self'");
});

test("browsers are held to HTTPS only where it is the public address", () => {
  expect(transportSecurity({ publicUrl: "https://apps.example.org" })).toMatch(/^max-age=\d{7,}$/);
  expect(transportSecurity({ publicUrl: "http://apps.example.org" })).toBeUndefined();
  expect(transportSecurity({ publicUrl: undefined })).toBeUndefined();
});
