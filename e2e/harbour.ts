import { test as base } from "@playwright/test";
import { startSink } from "@/lib/mail/sink";
import { startWithProviders, type WithProviders } from "./providers";

/** A Roadstead on `localhost` where every way in is set up: passkeys, GitHub, Google, mail and a second factor. */
export type Harbour = WithProviders & { sink: Awaited<ReturnType<typeof startSink>> };

export const test = base.extend<object, { harbour: Harbour }>({
  harbour: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const sink = await startSink();
      const mail = { SMTP_URL: sink.url, SMTP_FROM: "Roadstead <apps@example.org>" };
      const harbour = await startWithProviders("localhost", mail);
      await use({ ...harbour, sink });
      await harbour.stop();
      await sink.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
