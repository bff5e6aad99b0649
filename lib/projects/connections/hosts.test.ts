import { expect, test } from "vitest";
import { linkHost, linkNetwork, withHost } from "./hosts";

const HOST = linkHost("my-pg", "postgres");

test.each([
  ["postgres", HOST],
  ["postgres:5432", `${HOST}:5432`],
  [
    "postgres://postgres:postgres@postgres:5432/postgres",
    `postgres://postgres:postgres@${HOST}:5432/postgres`,
  ],
  [
    "jdbc:postgresql://postgres:5432/postgres?user=postgres",
    `jdbc:postgresql://${HOST}:5432/postgres?user=postgres`,
  ],
  ["postgresql://u:p@postgres/db", `postgresql://u:p@${HOST}/db`],
  ["mongodb://a:1,postgres:2/x", `mongodb://a:1,${HOST}:2/x`],
  [
    "host=postgres port=5432 user=postgres dbname=postgres",
    `host=${HOST} port=5432 user=postgres dbname=postgres`,
  ],
  ["Server=tcp:postgres,1433;User=postgres", `Server=tcp:${HOST},1433;User=postgres`],
  ["u:p@tcp(postgres:3306)/postgres", `u:p@tcp(${HOST}:3306)/postgres`],
])("%s is reached elsewhere by %s", (text, expected) => {
  expect(withHost(text, "postgres", HOST)).toBe(expected);
});

test.each([
  "postgres-2:5432",
  "my-postgres",
  "http://example.com/postgres:5432",
  "a word about postgres",
  "redis://:p@cache:6379",
])("%s names another host, and stays", (text) => {
  expect(withHost(text, "postgres", HOST)).toBe(text);
});

test("the name on a connection's network is one that no resolver outside may answer, and one pair's only", () => {
  expect(HOST).toBe("postgres.my-pg.internal");
  expect(linkHost("pg", "my-postgres")).not.toBe(linkHost("pg-my", "postgres"));
  expect(linkNetwork("a", "b-c")).toBe("a_to_b-c");
});
