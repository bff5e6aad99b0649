import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { givenOwnerSignedIn } from "../testing";
import { ask, callerWith, givenClient } from "./testing";

givenDatabase();

test("a client that a person allows gets tokens, and acts as that person within what they chose", async () => {
  const person = await givenOwnerSignedIn();
  const client = await givenClient();
  const answer = await client.code(person);
  expect(answer.get("state")).toBe("a state");
  expect(answer.get("iss")).toBe("http://127.0.0.1:3000/api/auth");
  const { status, body } = await client.exchangeCode(answer.get("code") ?? "");
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "mcp offline_access" });
  expect(body.access_token).toMatch(/^roadstead_mcp_[A-Za-z]{32}$/);
  expect(body.refresh_token).toMatch(/^roadstead_mcr_[A-Za-z]{32}$/);
  expect(await callerWith(body.access_token)).toMatchObject({
    kind: "mcp",
    userId: person.userId,
    organizationId: person.organizationId,
    instanceAdmin: false,
    credential: { id: client.clientId, name: "Fieldnotes" },
  });
  const session = await ask("mcp/get-session", { headers: { authorization: `Bearer ${body.access_token}` } });
  expect(session).toMatchObject({ status: 200, body: { clientId: client.clientId, userId: person.userId } });
});
