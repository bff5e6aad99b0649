import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { getAuth } from "../auth";
import { members, twoFactors } from "../table";
import { givenOwnerSignedIn, givenPerson } from "../testing";

givenDatabase();

// What the library itself would do, past its own checks, as it could when two requests race.
const library = async () => (await (await getAuth()).$context).adapter;

test("the library cannot take an organization's last owner away, and changes grants with the label", async () => {
  const adapter = await library();
  const { organizationId, userId } = await givenOwnerSignedIn();
  const [owner] = await db().select().from(members).where(eq(members.userId, userId));
  const where = [{ field: "id", value: owner?.id ?? "" }];
  const lastOwner = { body: { code: "LAST_OWNER" } };
  await expect(adapter.delete({ model: "member", where })).rejects.toMatchObject(lastOwner);
  await expect(adapter.update({ model: "member", where, update: { role: "member" } })).rejects.toMatchObject(
    lastOwner,
  );

  const { memberId = "", ...other } = await givenPerson({ organizationId });
  const his = and(eq(grants.organizationId, organizationId), eq(grants.userId, other.userId));
  await adapter.update({
    model: "member",
    where: [{ field: "id", value: memberId }],
    update: { role: "restricted" },
  });
  expect(await db().$count(grants, his)).toBe(0);
  await adapter.delete({ model: "member", where: [{ field: "id", value: memberId }] });
  expect(await db().$count(members, eq(members.id, memberId))).toBe(0);
});

test("the library cannot put another authenticator in the place of one in use", async () => {
  const { userId } = await givenPerson();
  await db().insert(twoFactors).values({ userId, secret: "in use", backupCodes: "[]", verified: true });
  await (await library()).update({
    model: "twoFactor",
    where: [{ field: "userId", value: userId }],
    update: { secret: "another", verified: false },
  });
  const [factor] = await db().select().from(twoFactors).where(eq(twoFactors.userId, userId));
  expect(factor).toMatchObject({ secret: "in use", verified: true });
});
