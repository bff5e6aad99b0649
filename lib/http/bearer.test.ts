import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { Refusal, type RefusalCode } from "@/lib/access/refusal";
import { callerOf } from "@/lib/auth/caller-of";
import { handleAuth } from "@/lib/auth/handler";
import { notePeerAddresses } from "@/lib/auth/peer";
import { givenOwnerSignedIn } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { givenToken } from "@/lib/tokens/testing";
import { errorResponse } from "./answer";

givenDatabase();

const challengeOf = (code: RefusalCode) => errorResponse(new Refusal(code)).headers.get("www-authenticate");

test("who has not proved who they are is told how, and what was wrong with a token", () => {
  expect(challengeOf("UNAUTHORIZED")).toBe('Bearer realm="roadstead"');
  expect(challengeOf("BEARER_NOT_ALLOWED_FROM_BROWSER")).toBe('Bearer realm="roadstead"');
  expect(challengeOf("INVALID_TOKEN")).toBe(
    'Bearer realm="roadstead", error="invalid_token", error_description="This token is wrong, expired or revoked."',
  );
  for (const code of ["FORBIDDEN", "TOKEN_ORG_SCOPE", "INVALID_CREDENTIALS", "NOT_FOUND"] as const) {
    expect(challengeOf(code), code).toBeNull();
  }
});

test("no token has a session, not even beside the cookie of one", async () => {
  const { browser, organizationId, userId } = await givenOwnerSignedIn();
  const { token } = await givenToken({ organizationId, userId });
  const cookie = browser.cookieHeader();
  const ask = (headers: Record<string, string>) =>
    handleAuth(new Request("http://127.0.0.1:3000/api/auth/get-session", { headers }));
  expect((await ask({ cookie })).status).toBe(200);
  for (const authorization of [`Bearer ${token}`, "Bearer x", "", "Basic eDp5"]) {
    const answer = await ask({ cookie, authorization });
    expect(answer.status, authorization).toBe(401);
    expect(answer.headers.getSetCookie(), authorization).toEqual([]);
    expect(await answer.json()).toMatchObject({ code: "UNAUTHORIZED" });
  }
});

test("of two Authorization headers neither counts, in whatever order a proxy would read them", async () => {
  const { organizationId, userId } = await givenOwnerSignedIn();
  const { token } = await givenToken({ organizationId, userId });
  notePeerAddresses();
  const server = createServer(async ({ headers }, response) => {
    const { authorization = "none" } = headers;
    const caller = await callerOf(new Headers({ authorization })).catch(({ code }) => ({ kind: code }));
    response.end(caller.kind);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const said = (...lines: string[]) =>
    new Promise<string>((resolve) => {
      let answer = "";
      const head = ["GET / HTTP/1.1", "Host: 127.0.0.1", ...lines, "Connection: close", "", ""].join("\r\n");
      const socket = connect(port, "127.0.0.1", () => socket.write(head));
      socket.on("data", (chunk) => (answer += chunk));
      // It may be cut off while it still writes.
      socket.on("error", () => {});
      socket.on("close", () => resolve(answer));
    });
  const good = `Authorization: Bearer ${token}`;
  expect(await said(good)).toContain("token");
  expect(await said(`authorization:\t ${good.slice(15)}  `)).toContain("token");
  for (const other of ["Authorization: Bearer x", "AUTHORIZATION: ", "authorization: Basic eDp5", good]) {
    expect(await said(good, other), other).toContain("INVALID_TOKEN");
    expect(await said(other, good), other).toContain("INVALID_TOKEN");
  }
  expect(await said(`Authorization: Bearer ${"x".repeat(100_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
  server.close();
});
