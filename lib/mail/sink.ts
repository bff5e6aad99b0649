import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A letter as a mail server got it. */
export type Received = {
  to: string[];
  from: string;
  raw: string;
  subject: string;
  text: string;
  html: string;
};

/** A real SMTP server on loopback that keeps what it gets, for tests. */
export async function startSink() {
  const letters: Received[] = [];
  const waiting: ((letter: Received) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const letter = read(Buffer.concat(chunks).toString("utf8"), session.envelope);
        done();
        const next = waiting.shift();
        if (next) next(letter);
        else letters.push(letter);
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The oldest letter not yet taken; waits for one when there is none. */
    next: (): Promise<Received> => {
      const letter = letters.shift();
      return letter ? Promise.resolve(letter) : new Promise((resolve) => waiting.push(resolve));
    },
    /** How many came and were not yet taken. */
    count: () => letters.length,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

type Envelope = { mailFrom: false | { address: string }; rcptTo: { address: string }[] };

function read(raw: string, { mailFrom, rcptTo }: Envelope): Received {
  const [head = ""] = raw.split(/\r\n\r\n/);
  return {
    to: rcptTo.map(({ address }) => address),
    from: mailFrom ? mailFrom.address : "",
    raw,
    subject: /^Subject: (.*)$/im.exec(head)?.[1] ?? "",
    text: part(raw, "text/plain"),
    html: part(raw, "text/html"),
  };
}

/** One part of a multipart letter (RFC 2046), decoded. */
function part(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  for (const piece of raw.split(`--${boundary}`)) {
    const [head = "", ...body] = piece.split("\r\n\r\n");
    if (!head.toLowerCase().includes(`content-type: ${type}`)) continue;
    const text = body.join("\r\n\r\n").trim();
    if (/quoted-printable/i.test(head)) return decodeQuotedPrintable(text);
    if (/base64/i.test(head)) return Buffer.from(text, "base64").toString("utf8");
    return text;
  }
  return "";
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
