/** How tokens of AI clients begin, so that one is known where it should not be. */
export const ACCESS_PREFIX = "roadstead_mcp_";
export const REFRESH_PREFIX = "roadstead_mcr_";

const ACCESS_TOKEN = new RegExp(`^${ACCESS_PREFIX}([A-Za-z]{32})$`);

/** What follows the prefix of an access token, which is what its hash is of; undefined for anything else. */
export function accessSecret(text: string): string | undefined {
  return ACCESS_TOKEN.exec(text)?.[1];
}
