import type { Page } from "@playwright/test";

/** A device of this page that keeps passkeys and verifies its person without asking. */
export async function givenAuthenticator(page: Page) {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether somebody is there who agrees; while nobody is, what asks for a passkey waits. */
    setPresent: (enabled: boolean) =>
      devices.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
  };
}
