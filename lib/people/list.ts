import { asc } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { toPerson } from "./person";
import { Person } from "./schema";

export const listPeople = operation({
  id: "people.list",
  rest: "GET /api/people",
  summary: "Everybody who has an account on this instance.",
  permission: "instance",
  input: z.object({}),
  output: z.object({ data: z.array(Person) }),
  async run() {
    const rows = await db().select().from(users).orderBy(asc(users.name), asc(users.id));
    return { data: rows.map(toPerson) };
  },
});
