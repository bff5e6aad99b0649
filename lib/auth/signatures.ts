import { authSecrets } from "@/lib/secrets/auth-secret";
import { withCurrentSignature } from "./cookie";

type Call = (given?: { headers?: HeadersInit }) => unknown;
type Library = { api: object; handler: (request: Request) => Promise<Response> };

/**
 * The library checks a session cookie with the current secret only. Whoever signed in before the secret was changed
 * stays signed in: their cookie reaches the library as the current secret would have signed it.
 */
export function withCurrentSignatures<T extends Library>({ api, handler }: T): Pick<T, "api" | "handler"> {
  const watched = new Proxy(api, {
    get(target, name) {
      const call = Reflect.get(target, name) as Call;
      if (typeof call !== "function") return call;
      const signed: Call = (given) =>
        call(given?.headers ? { ...given, headers: resigned(new Headers(given.headers)) } : given);
      return Object.assign(signed, call);
    },
  });
  return {
    api: watched,
    handler: (request) => handler(new Request(request, { headers: resigned(new Headers(request.headers)) })),
  };
}

function resigned(headers: Headers): Headers {
  const cookie = headers.get("cookie");
  if (cookie) headers.set("cookie", withCurrentSignature(cookie, authSecrets()));
  return headers;
}
