import { createHmac } from "node:crypto";
import { inWords, type Notice } from "./words";

/** The version of the body below; a field that is added does not change it. */
export const BODY_VERSION = 1;

/** What a webhook is sent of one notice, as docs/notifications.md tells it. */
export function webhookBody(
  notice: Notice,
  organization: { id: string; name: string },
  origin: string,
): string {
  const { event, projectId, projectName, about, createdAt } = notice;
  const { headline, details, path } = inWords(notice);
  return JSON.stringify({
    version: BODY_VERSION,
    type: event,
    timestamp: createdAt.toISOString(),
    data: {
      organization,
      project: projectId ? { id: projectId, name: projectName } : null,
      headline,
      details,
      url: new URL(path, origin).href,
      about,
    },
  });
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;
const LEAST_BYTES = 24;

/**
 * The headers that prove where a message comes from, and which one it is (Standard Webhooks 1.0.0, signature scheme).
 * @param secret `whsec_` and base64; @param at when it is sent
 * @throws Error for a secret that is none: nothing is ever signed with an empty one
 */
export function signed(secret: string, { id, body, at }: { id: string; body: string; at: Date }) {
  const key = Buffer.from(SECRET.exec(secret)?.[1] ?? "", "base64");
  if (key.length < LEAST_BYTES) throw new Error("the signing secret of a webhook is none");
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
