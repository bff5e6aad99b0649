import { expect, test } from "vitest";
import type { SettingField } from "@/lib/app-definition/schema";
import { stepped } from "./number-control";
import { randomPassword } from "./random-password";

const field = {
  key: "N",
  service: "s",
  label: "N",
  type: "number",
  min: 1,
  max: 2,
  step: 0.1,
} as SettingField;

test("stepping stays within the bounds and shows no binary dust", () => {
  expect(stepped(field, "1.1", 1)).toBe("1.2");
  expect(stepped(field, "2", 1)).toBe("2");
  expect(stepped(field, "1", -1)).toBe("1");
});

test("stepping from nothing, or from what is no number, begins at the least", () => {
  expect(stepped(field, "", 1)).toBe("1");
  expect(stepped(field, "abc", -1)).toBe("1");
});

test("a generated password has 24 letters and digits and never comes twice", () => {
  expect(randomPassword()).toMatch(/^[A-Za-z2-9]{24}$/);
  expect(randomPassword()).not.toBe(randomPassword());
});
