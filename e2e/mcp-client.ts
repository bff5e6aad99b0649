import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

/** What a client keeps between its steps. */
type Kept = {
  client?: OAuthClientInformationMixed;
  tokens?: OAuthTokens;
  verifier?: string;
  goTo?: string;
};

/** An AI client as people have it: the official library, and a port on this machine that waits for the answer. */
export async function givenMcpClient(serverUrl: string) {
  const answers: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/callback") answers.push(searchParams);
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Back in Fieldnotes</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const kept: Kept = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: "Fieldnotes",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "the client's own state",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.goTo = url.href;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    invalidateCredentials: (scope) => {
      if (scope === "all" || scope === "tokens") kept.tokens = undefined;
    },
  };
  return {
    provider,
    kept,
    redirectUrl,
    /** Discovers, registers, and says where the person is to be sent. */
    begin: async () => {
      const result = await auth(provider, { serverUrl });
      if (result !== "REDIRECT") throw new Error(`the client asks nobody: ${result}`);
      return kept.goTo ?? "";
    },
    /** What came back to the client's own port. */
    answer: () => answers.at(-1),
    /** Turns the code that came back into tokens. */
    finish: () => auth(provider, { serverUrl, authorizationCode: answers.at(-1)?.get("code") ?? "" }),
    refresh: () => auth(provider, { serverUrl }),
    /** Talks to the server with what it has; without tokens that work it is sent to a person again. */
    connect: async () => {
      const client = new Client({ name: "Fieldnotes", version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }));
      return client;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
