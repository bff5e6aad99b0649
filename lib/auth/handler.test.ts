import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { handleAuth } from "./handler";

givenDatabase();

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
