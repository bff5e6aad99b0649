import { expect, test } from "vitest";
import { masked } from "./masked";

test("of an address only the password is hidden", () => {
  expect(masked("postgres://app:s3cret@db:5432/app")).toBe("postgres://app:••••••••••••@db:5432/app");
  expect(masked("redis://:s3cret@cache:6379")).toBe("redis://:••••••••••••@cache:6379");
});

test("anything else is hidden whole, and its length with it", () => {
  for (const value of [
    "s",
    "s3cret",
    "PGPASSWORD=s3cret psql",
    "postgres://app:a@b@db",
    "http://x?token=s3cret",
  ]) {
    expect(masked(value), value).toBe("••••••••••••");
  }
});
