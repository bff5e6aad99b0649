import path from "node:path";
import { type BrowserContext, expect, type JSHandle, type Page } from "@playwright/test";
import { build } from "esbuild";
import type { OfficialClient } from "./in-page";

export type { OfficialClient } from "./in-page";

let bundled: Promise<string> | undefined;

/** Every page of this browser holds the official client, before any script of its own. */
export async function bringClient(context: BrowserContext): Promise<void> {
  bundled ??= build({
    entryPoints: [path.join(import.meta.dirname, "in-page.ts")],
    bundle: true,
    format: "iife",
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  await context.addInitScript({ content: await bundled });
}

type Answer<T> = { data: T; error: { status: number; code?: string; message?: string } | null };
type Held = { client: OfficialClient };

/** Asks through the client of this page. @returns what the client gave: data, or the error */
export async function ask<T, A = undefined>(
  page: Page,
  question: (held: Held, given: A) => Promise<Answer<T>>,
  given?: A,
): Promise<Answer<T>> {
  const held = (await page.evaluateHandle(
    () => (globalThis as { official?: object }).official,
  )) as JSHandle<Held>;
  const answer = held.evaluate(question as (held: Held, given: unknown) => Promise<Answer<T>>, given);
  return (await answer) as Answer<T>;
}

/** Asks, and expects an answer and no error. */
export async function told<T, A = undefined>(
  page: Page,
  question: (held: Held, given: A) => Promise<Answer<T>>,
  given?: A,
): Promise<NonNullable<T>> {
  const { data, error } = await ask(page, question, given);
  expect(error, String(question)).toBeNull();
  expect(data, String(question)).toBeTruthy();
  return data as NonNullable<T>;
}

/** Asks, and expects to be refused. @returns status and code */
export async function refused<T, A = undefined>(
  page: Page,
  question: (held: Held, given: A) => Promise<Answer<T>>,
  given?: A,
): Promise<{ status: number; code: string | undefined }> {
  const { data, error } = await ask(page, question, given);
  expect(data, String(question)).toBeNull();
  return { status: error?.status ?? 0, code: error?.code };
}
