import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { getAuth } from "../auth";
import { users } from "../table";
import { givenBrowser, PASSWORD } from "../testing";

const startAgainAs = (deployMode: string) => {
  process.env.DEPLOY_MODE = deployMode;
  for (const kept of ["roadsteadSettings", "roadsteadAuth"]) Reflect.deleteProperty(globalThis, kept);
};

givenDatabase();
beforeAll(() => startAgainAs("selfhosted"));
afterAll(() => {
  delete process.env.DEPLOY_MODE;
});

const NEW = { name: "Jonas Vik", email: "jonas@example.org", password: PASSWORD };

test("where sign-up is closed the library can make nobody, whatever route would ask it to", async () => {
  const { internalAdapter } = await (await getAuth()).$context;
  const { email, name } = NEW;
  await expect(
    internalAdapter.createUser({ email, name }, { method: "oauth" } as never),
  ).rejects.toMatchObject({
    body: { code: "SIGNUP_DISABLED" },
  });
  expect(await db().$count(users)).toBe(0);
});

test("on the cloud a person signs up, owns an organization, and has the cloud's cookie", async () => {
  startAgainAs("cloud");
  const browser = givenBrowser();
  for (const password of ["short", "🔑".repeat(7), "x".repeat(129)]) {
    expect(await browser.post("sign-up/email", { ...NEW, password }), password).toMatchObject({
      status: 400,
      body: { issues: [{ path: "password" }] },
    });
  }
  expect((await browser.post("sign-up/email", { ...NEW, instanceAdmin: true })).status).toBe(400);
  expect(await browser.post("sign-up/email", NEW)).toMatchObject({ status: 200 });
  const again = givenBrowser();
  await again.signIn(NEW.email);
  expect([...again.jar.keys()]).toEqual(["roadstead-cloud.session_token"]);
  const caller = await again.caller();
  expect(caller).toMatchObject({ email: NEW.email, instanceAdmin: false });
  expect(caller.organizationId).toMatch(/^org_/);
  expect(caller.grants).toMatchObject([{ resourceType: "organization", permission: "admin" }]);
});
