import { afterAll, beforeAll, vi } from "vitest";
import type { SocialProvider } from "../social";
import { startGitHub } from "./github";
import { startGoogle } from "./google";
import { CLIENT, type Identity, type LoopbackProvider, rerouted } from "./loopback";

export type { Identity } from "./loopback";

const CALLBACK = "http://127.0.0.1:3000/api/auth/callback";

/**
 * Google and GitHub on loopback. Only where their host names lead is changed, as a name server could: what the product
 * sends, checks and stores is what it does in earnest. Call it at top level.
 */
export function givenProviders() {
  const running = new Map<SocialProvider, LoopbackProvider>();
  const realFetch = globalThis.fetch;
  const onLoopback = (url: string) => rerouted(url, [...running.values()]);

  beforeAll(async () => {
    for (const name of ["GOOGLE", "GITHUB"]) {
      process.env[`${name}_CLIENT_ID`] = CLIENT.id;
      process.env[`${name}_CLIENT_SECRET`] = CLIENT.secret;
    }
    running.set("google", await startGoogle(`${CALLBACK}/google`));
    running.set("github", await startGitHub(`${CALLBACK}/github`));
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
      realFetch(input instanceof Request ? input : onLoopback(String(input)), init),
    );
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    for (const provider of running.values()) await provider.stop();
    for (const name of ["GOOGLE", "GITHUB"]) {
      delete process.env[`${name}_CLIENT_ID`];
      delete process.env[`${name}_CLIENT_SECRET`];
    }
  });

  /** Signs in there and agrees, as a person in a browser. @returns the address it sends the browser back to */
  async function agree(authorizationUrl: string, identity: Identity): Promise<string> {
    for (const provider of running.values()) provider.be(identity);
    const jar = new Map<string, string>();
    let url = onLoopback(authorizationUrl);
    let form: string | undefined;
    for (let step = 0; step < 12; step++) {
      const response = await realFetch(url, {
        redirect: "manual",
        method: form ? "POST" : "GET",
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        },
        body: form,
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get("location");
      form = undefined;
      if (location) url = onLoopback(new URL(location, url).href);
      if (location?.startsWith("http://127.0.0.1:3000/")) return location;
      if (!location) {
        const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? "";
        form = new URLSearchParams({ prompt, login: identity.sub, password: "any" }).toString();
      }
    }
    throw new Error(`the provider never came back, last at ${url}`);
  }
  return { agree };
}
