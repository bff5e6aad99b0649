import { expect, test } from "vitest";
import { parseDefinition } from "@/lib/app-definition/parse";
import { outputTexts } from "./outputs";
import type { Exposure } from "./schema";
import type { Variable } from "./variables/stored";

const parsed = parseDefinition({
  id: "store",
  name: "Store",
  description: "Stores.",
  kind: "template",
  logo: "store",
  category: "database",
  services: [
    { name: "db", image: "db:1" },
    { name: "web", image: "web:1" },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
const { definition } = parsed;

const db: Exposure = {
  service: "db",
  port: 5432,
  kind: "tcp",
  label: "DB",
  mode: "publish",
  hostPort: 15_432,
};
const web: Exposure = { service: "web", port: 80, kind: "http", label: "Web", mode: "internal" };
const typed = (key: string, text: string, secret = false): Variable => ({
  service: "db",
  key,
  text,
  secret,
  source: "setting",
});
const variables = [
  typed("USER", "notes"),
  typed("PASSWORD", "p@ss/w:rd?#%", true),
  typed("NOTE", "{{env:db:PASSWORD}}"),
];
const texts = outputTexts({ definition, exposures: [db, web] }, variables);

test("a password is encoded in a URL, so that it ends neither the host nor the path, and is plain elsewhere", () => {
  const url = texts("template:postgres://{{env:db:USER}}:{{env:db:PASSWORD}}@{{publicHost:db}}/notes");
  expect(new URL(url?.value ?? "").host).toBe("127.0.0.1:15432");
  expect(decodeURIComponent(new URL(url?.value ?? "").password)).toBe("p@ss/w:rd?#%");
  expect(texts("template:--password={{env:db:PASSWORD}}")?.value).toBe("--password=p@ss/w:rd?#%");
  expect(texts("env:db:PASSWORD")).toMatchObject({ value: "p@ss/w:rd?#%", secret: true, reach: "any" });
});

test("a typed value that looks like a placeholder pulls no secret onto the card", () => {
  expect(texts("env:db:NOTE")).toMatchObject({ value: "{{env:db:PASSWORD}}", secret: false });
  expect(texts("template:note: {{env:db:NOTE}}")).toMatchObject({
    value: "note: {{env:db:PASSWORD}}",
    secret: false,
  });
});

test("a template that names the service's own host gets the public host, and keeps its internal form", () => {
  expect(texts("template:postgres://notes@db:5432/notes", "db")).toEqual({
    value: "postgres://notes@127.0.0.1:15432/notes",
    internalValue: "postgres://notes@db:5432/notes",
    reach: "public",
    secret: false,
  });
  expect(texts("template:db:5432", "db")).toMatchObject({
    value: "127.0.0.1:15432",
    internalValue: "db:5432",
  });
  expect(texts("template:http://mydb:5432/", "db")).toMatchObject({
    value: "http://mydb:5432/",
    reach: "any",
  });
});

test("an internal endpoint gives its internal address, and what is not there gives nothing", () => {
  expect(texts("publicUrl:web")).toMatchObject({ value: "http://web", reach: "internal" });
  expect(texts("publicUrl:web")?.internalValue).toBeUndefined();
  expect(texts("publicUrl:web:81")).toBeUndefined();
  expect(texts("env:db:NOTHING")).toBeUndefined();
  expect(texts("javascript:alert(1)")).toBeUndefined();
});
