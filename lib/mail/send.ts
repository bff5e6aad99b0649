import { createTransport } from "nodemailer";
import { type Settings, settings } from "@/lib/settings";
import { type Letter, writeLetter } from "./letter";

const PATIENCE_MS = 15_000;

/** Whether this instance can send mail: SMTP_URL and SMTP_FROM are set. */
export function mailIsSetUp(): boolean {
  return settings().smtp !== undefined;
}

/**
 * Sends a letter and waits until the mail server has taken it.
 * @param to one e-mail address
 * @param id the same when a letter is sent again: whoever gets it twice can tell
 * @throws Error when mail is not set up, or the server does not take it
 */
export async function sendLetter(
  to: string,
  letter: Letter,
  { smtp }: Pick<Settings, "smtp"> = settings(),
  id?: string,
): Promise<void> {
  if (!smtp) throw new Error("Mail is not set up: SMTP_URL and SMTP_FROM are not set.");
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Nothing in a letter may make this machine read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: smtp.from,
      // As an object it is one address, whatever commas are in it.
      to: { name: "", address: to },
      subject: letter.subject,
      ...writeLetter(letter),
      headers: { "Auto-Submitted": "auto-generated" },
      ...(id && { messageId: `<${id}@${domainOf(smtp.from)}>` }),
    });
  } finally {
    transport.close();
  }
}

/** The part of an address that a message's id ends in (RFC 5322, section 3.6.4). */
function domainOf(from: string): string {
  return /@([^@>\s]+)>?$/.exec(from)?.[1] ?? "localhost";
}
