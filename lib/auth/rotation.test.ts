import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { openSecret, sealSecret } from "@/lib/secrets";
import { secretRing } from "@/lib/secrets/ring";
import { rotateAll } from "@/lib/secrets/rotate/rotate";
import { twoFactors } from "./table";
import { givenBrowser, givenPerson, PASSWORD } from "./testing";

givenDatabase();

const OLD = "q0Zc3V5mP1o8sX7uT2nB4kL6wJ9rE0yA";
const NEW = "h7Dk2N9fW4xR6vC1mS8bG3tQ5jL0pY2z";

/** As after a restart with these settings. */
function startAgainWith(environment: Record<string, string>) {
  delete process.env.BETTER_AUTH_SECRET;
  delete process.env.BETTER_AUTH_SECRETS;
  Object.assign(process.env, environment);
  for (const kept of ["roadsteadSettings", "roadsteadAuth"]) Reflect.deleteProperty(globalThis, kept);
}

beforeAll(() => startAgainWith({ BETTER_AUTH_SECRET: OLD }));
afterAll(() => startAgainWith({}));

const forgetSpent = () => db().update(twoFactors).set({ lastUsedStep: null });

test("through a change of the secret people stay signed in, and with the new one alone two factors still work", async () => {
  const { email } = await givenPerson();
  const browser = givenBrowser();
  await browser.signIn(email);
  const { data } = await browser.client.twoFactor.enable({ password: PASSWORD });
  const secret = new URL((data as { totpURI: string }).totpURI).searchParams.get("secret") ?? "";
  const shown = await browser.post("two-factor/verify-totp", { code: await generate({ secret }) });
  const [recoveryCode = ""] = shown.body.backupCodes as string[];
  const binding = { projectId: "prj_1", service: "db", key: "PASSWORD" };
  const sealed = sealSecret("hunter2", binding);

  startAgainWith({ BETTER_AUTH_SECRETS: `2:${NEW},1:${OLD}` });
  expect(await browser.caller()).toMatchObject({ email });
  expect((await browser.get("get-session")).body.user).toMatchObject({ email });
  expect(openSecret(sealed, binding)).toBe("hunter2");
  const whileBoth = givenBrowser();
  await whileBoth.signIn(email);
  await forgetSpent();
  expect(await whileBoth.post("two-factor/verify-totp", { code: await generate({ secret }) })).toMatchObject({
    status: 200,
  });
  const rotated = await rotateAll(sqlClient(), secretRing());
  expect(rotated.flatMap(({ unreadable }) => unreadable)).toEqual([]);

  startAgainWith({ BETTER_AUTH_SECRET: NEW });
  await expect(browser.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await whileBoth.caller()).toMatchObject({ email });
  const after = givenBrowser();
  expect((await after.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
  await forgetSpent();
  const answer = await after.post("two-factor/verify-totp", { code: await generate({ secret }) });
  expect(answer.status).toBe(200);
  const byCode = givenBrowser();
  await byCode.signIn(email);
  expect(await byCode.post("two-factor/verify-backup-code", { code: recoveryCode })).toMatchObject({
    status: 200,
  });
  expect(() => openSecret(sealed, binding)).toThrow(expect.objectContaining({ code: "SECRET_UNREADABLE" }));
});
