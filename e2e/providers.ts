import type { BrowserContext } from "@playwright/test";
import { startGitHub } from "@/lib/auth/social-provider/github";
import { startGoogle } from "@/lib/auth/social-provider/google";
import { CLIENT, type LoopbackProvider, rerouted } from "@/lib/auth/social-provider/loopback";
import { discard, freePort, type Roadstead, startRoadstead } from "./roadstead";

/**
 * GitHub and Google on loopback, and a Roadstead that is set up for both. Only where their host names lead is changed,
 * for the server as for the browser: what they say to each other is what they would say in earnest.
 */
export type WithProviders = {
  roadstead: Roadstead;
  /** Where its pages are opened: the providers send people back there. */
  origin: string;
  github: LoopbackProvider;
  google: LoopbackProvider;
  stop(): Promise<void>;
};

/** @param host `localhost` makes it the public address, so that passkeys work too */
export async function startWithProviders(
  host: "127.0.0.1" | "localhost" = "127.0.0.1",
  env: Record<string, string> = {},
): Promise<WithProviders> {
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const callback = `${origin}/api/auth/callback`;
  const github = await startGitHub(`${callback}/github`);
  const google = await startGoogle(`${callback}/google`);
  const roadstead = await startRoadstead({
    port,
    env: {
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      NODE_OPTIONS: `--import ${nameServer([github, google])}`,
      ...(host === "localhost" && { ROADSTEAD_PUBLIC_URL: origin, HOST: "127.0.0.1" }),
      ...env,
    },
  });
  const stop = async () => {
    await discard(roadstead);
    await github.stop();
    await google.stop();
  };
  return { roadstead, origin, github, google, stop };
}

/** What Node loads before anything else, so that the providers' host names lead to loopback in that process. */
function nameServer(providers: readonly LoopbackProvider[]): string {
  const table = providers.map(({ url, hosts }) => ({ url, hosts }));
  const source = `const providers = ${JSON.stringify(table)};
${rerouted.toString()}
const { fetch } = globalThis;
globalThis.fetch = (input, init) => fetch(input instanceof Request ? input : rerouted(String(input), providers), init);`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Lets this browser reach the providers by their names. */
export async function reachProviders(
  context: BrowserContext,
  { github, google }: WithProviders,
): Promise<void> {
  const hosts = [...github.hosts, ...google.hosts];
  await context.route(
    ({ protocol, hostname }) => protocol === "https:" && hosts.includes(hostname),
    async (route) => {
      const asked = route.request();
      const { host: _, ...headers } = await asked.allHeaders();
      const answer = await fetch(rerouted(asked.url(), [github, google]), {
        method: asked.method(),
        headers: {
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":"))),
          "x-forwarded-proto": "https",
          "x-forwarded-host": new URL(asked.url()).host,
        },
        body: asked.postDataBuffer() as BodyInit | null,
        redirect: "manual",
      });
      const cookies = answer.headers.getSetCookie();
      await route.fulfill({
        status: answer.status,
        headers: {
          ...Object.fromEntries(answer.headers),
          ...(cookies.length > 0 && { "set-cookie": cookies.join("\n") }),
        },
        body: Buffer.from(await answer.arrayBuffer()),
      });
    },
  );
}
