import { afterAll, beforeAll } from "vitest";
import { type Received, startSink } from "./sink";

/**
 * Sets up mail for this test file, with a real mail server on loopback. Call it at top level, before anything reads
 * the settings.
 */
export function givenMailbox() {
  let sink: Awaited<ReturnType<typeof startSink>> | undefined;
  beforeAll(async () => {
    sink = await startSink();
    process.env.SMTP_URL = sink.url;
    process.env.SMTP_FROM = "Roadstead <apps@example.org>";
    Reflect.deleteProperty(globalThis, "roadsteadSettings");
  });
  afterAll(async () => {
    delete process.env.SMTP_URL;
    delete process.env.SMTP_FROM;
    await sink?.stop();
  });
  return {
    next: (): Promise<Received> => sink?.next() ?? Promise.reject(new Error("the test has not begun")),
    count: () => sink?.count() ?? 0,
  };
}
