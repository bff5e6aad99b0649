import { askLibrary } from "../ask-library";
import { baseUrl } from "../base-url";

/** What a client asks of a person: who, where its answer goes, and what for. */
export type ConsentRequest = { clientId: string; redirectUri: string; scopes: string[] };

/**
 * The request that the authorization endpoint signed and sent a browser with to the consent page.
 * @param query the page's query, without the question mark
 * @throws Refusal CONSENT_EXPIRED when it is older than ten minutes, or not what was signed
 */
export async function readConsentRequest(query: string): Promise<ConsentRequest> {
  return askLibrary((api) => api.mcpConsentRequest({ body: { oauth_query: query } }));
}

/**
 * Tells the client what the signed-in person answered.
 * @returns the client's own address with a code, or with its refusal
 * @throws Refusal CONSENT_EXPIRED as above, UNAUTHORIZED without a session
 */
export async function answerConsent(query: string, accept: boolean, headers: Headers): Promise<string> {
  // Made by hand: the library wants to see a request, and the one that came is a server action's.
  const request = new Request(`${baseUrl()}/api/auth/mcp/consent`, { headers });
  const body = { accept, oauth_query: query };
  const answer = await askLibrary((api) => api.mcpConsent({ body, headers, request, asResponse: false }));
  return (answer as { url: string }).url;
}
