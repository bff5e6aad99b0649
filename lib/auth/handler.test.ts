import { afterEach, expect, test, vi } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { handleAuth } from "./handler";

givenDatabase();
afterEach(() => void vi.restoreAllMocks());

/** What a route file of Next is given in place of the request: it answers alike, and cannot be copied. */
function standIn(request: Request): Request {
  return new Proxy(request, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test.each(["get-session", ".well-known/oauth-protected-resource"])(
  "a request as Next hands it over is served: GET %s",
  async (path) => {
    const { status } = await handleAuth(standIn(new Request(`http://127.0.0.1:3000/api/auth/${path}`)));
    expect(status).toBe(path === "get-session" ? 401 : 200);
  },
);

test("a client that goes away in the middle of its request is no failure, and fills no log", async () => {
  const failed = vi.spyOn(console, "error").mockImplementation(() => {});
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"email":')),
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const request = new Request("http://127.0.0.1:3000/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);
  const answer = await handleAuth(request);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "BODY_CUT_OFF" });
  expect(failed).not.toHaveBeenCalled();
});
