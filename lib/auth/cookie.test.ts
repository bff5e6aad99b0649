import { expect, test } from "vitest";
import { readSettings } from "@/lib/settings";
import { readSessionToken, sessionCookie } from "./cookie";

test("the session cookie has the name of its mode, and over HTTPS is sent encrypted only", () => {
  const of = (environment: Record<string, string>) => sessionCookie(readSettings(environment));
  const https = { ROADSTEAD_PUBLIC_URL: "https://apps.example.org" };
  expect(of({})).toEqual({ name: "roadstead.session_token", secure: false });
  expect(of(https)).toEqual({ name: "roadstead.session_token", secure: true });
  expect(of({ DEPLOY_MODE: "desktop" }).name).toBe("roadstead.session_token");
  expect(of({ DEPLOY_MODE: "cloud", ...https })).toEqual({
    name: "roadstead-cloud.session_token",
    secure: true,
  });
});

test("a cookie that this secret did not sign carries no token, however it is written", () => {
  const name = "roadstead.session_token";
  for (const value of [
    "",
    "token",
    "token.",
    ".sig",
    "token.AAAA",
    "%",
    "a.b.c",
    "token.%00",
    `x.${"A".repeat(44)}`,
  ]) {
    expect(readSessionToken(`${name}=${value}`, ["a secret of thirty-two characters"])).toBeUndefined();
  }
});
