import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

/** Codes of an authenticator, made by `oathtool`, which is none of ours. */

const run = promisify(execFile);

export async function codeOf(key: string): Promise<string> {
  const { stdout } = await run("oathtool", ["--totp", "--base32", key]);
  return stdout.trim();
}

/** A code is good once, and with it every older one: the next begins with the next half minute. */
export async function nextCode(key: string, before: string): Promise<string> {
  let code = before;
  await expect
    .poll(async () => (code = await codeOf(key)), { timeout: 40_000, intervals: [500] })
    .not.toBe(before);
  return code;
}
