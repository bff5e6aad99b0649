import { randomBytes } from "node:crypto";
import { openSecret, type SecretBinding, sealSecret } from "@/lib/secrets";

/** The places that the secrets of a channel are sealed for. */
export const targetBinding = (channelId: string): SecretBinding => ({
  ...{ projectId: channelId, service: "notification channel", key: "address" },
});
export const signingBinding = (channelId: string): SecretBinding => ({
  ...{ projectId: channelId, service: "notification channel", key: "signing secret" },
});

/** An address as it is kept: sealed, and of it in clear only what tells it from others. */
export function sealTarget(channelId: string, url: string): { target: string; host: string } {
  return { target: sealSecret(url, targetBinding(channelId)), host: new URL(url).host };
}

/** @throws Refusal SECRET_UNREADABLE */
export function openTarget({ id, target }: { id: string; target: string | null }): string {
  return openSecret(target ?? "", targetBinding(id));
}

const SECRET_BYTES = 32;

/** A fresh signing secret as Standard Webhooks writes one: `whsec_` and base64. There is no way to have an empty one. */
export function newSigningSecret(channelId: string): { secret: string; signingSecret: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  return { secret, signingSecret: sealSecret(secret, signingBinding(channelId)) };
}

/** @throws Refusal SECRET_UNREADABLE, also for a channel that has none */
export function openSigningSecret({
  id,
  signingSecret,
}: {
  id: string;
  signingSecret: string | null;
}): string {
  return openSecret(signingSecret ?? "", signingBinding(id));
}
