import { expect, test } from "vitest";
import type { SettingField } from "./format/settings";
import { cpuClock } from "./hostile/cpu-clock";
import {
  checkSettings,
  formValueOf,
  installGroups,
  isVisible,
  readSettingsForm,
  type SettingsContext,
  settingChanges,
} from "./settings-form";

const field = (key: string, more: Partial<SettingField> = {}): SettingField => ({
  service: "web",
  key,
  label: key,
  type: "text",
  ...more,
});
const groups = (...fields: SettingField[]) => [{ id: "all", label: "All", fields }];
const message = (one: SettingField, value: string, context?: SettingsContext) =>
  checkSettings(groups(one), { web: { [one.key]: value } }, context).web?.[one.key];

const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];

test.each<[Partial<SettingField>, string, string | undefined]>([
  [{ type: "number", min: 1, max: 65_535, integer: true }, "80", undefined],
  [
    { type: "number", min: 1, max: 65_535, integer: true },
    "0",
    "Port must be a whole number between 1 and 65535.",
  ],
  [
    { type: "number", min: 1, max: 65_535, integer: true },
    "8.5",
    "Port must be a whole number between 1 and 65535.",
  ],
  [{ type: "number", min: 2 }, "1", "Port must be a number of at least 2."],
  [{ type: "number", max: 2, integer: true }, "3", "Port must be a whole number of at most 2."],
  [{ type: "number" }, "1e3", "Port must be a number."],
  [{ type: "number" }, "Infinity", "Port must be a number."],
  [{ type: "number", step: 0.1 }, "0.3", undefined],
  [{ type: "number", min: 1, step: 5 }, "5", "Port must be a number of at least 1, in steps of 5."],
  [{ type: "boolean" }, "maybe", "Port is either on or off."],
  [{ type: "boolean", trueValue: "On", falseValue: "Off" }, "Off", undefined],
  [{ type: "select", options }, "c", "Choose one of the options of Port."],
  [{ type: "radio", options }, "b", undefined],
  [{ type: "multiselect", options }, "a,b", undefined],
  [{ type: "multiselect", options }, "a,c", "Choose only from the options of Port."],
  [{ type: "text" }, "two\nlines", "Port must be a single line."],
  [{ type: "textarea" }, "two\nlines", undefined],
  [{ type: "text" }, "nul\0", "Port holds a character that cannot be stored."],
  [{ pattern: "[a-z]+", patternError: "Use small letters." }, "abc1", "Use small letters."],
  [{ pattern: "[a-z]+" }, "abc", undefined],
  [{ required: true }, "", "Port is required."],
  [{}, "", undefined],
])("%j with %j answers %j", (more, value, expected) => {
  expect(message(field("PORT", { label: "Port", ...more }), value)).toBe(expected);
});

test("a pattern that would hang a backtracking engine answers at once", () => {
  const took = cpuClock();
  expect(message(field("A", { pattern: "(a+)+b" }), "a".repeat(50_000))).toBe(
    "A does not have the expected form.",
  );
  expect(took()).toBeLessThan(2_000);
});

const mail = groups(
  field("MAIL", { type: "boolean", trueValue: "1", falseValue: "0" }),
  field("KIND", { type: "select", options, default: "a", showIf: { field: "MAIL", truthy: true } }),
  field("HOST", { required: true, showIf: { field: "KIND", equals: ["b", "c"] } }),
);
const [, kind, host] = mail[0]?.fields ?? [];

test.each([
  [{ MAIL: "false", KIND: "b" }, [false, false]],
  [{ MAIL: "true", KIND: "a" }, [true, false]],
  [{ MAIL: "1", KIND: "b" }, [true, true]],
  [{}, [false, false]],
])("%j shows kind and host: %j", (values, shown) => {
  expect([kind, host].map((one) => one && isVisible(one, mail, { web: values }))).toEqual(shown);
});

test("conditions in a circle hide their fields instead of hanging", () => {
  const circle = groups(
    field("A", { showIf: { field: "B", truthy: false } }),
    field("B", { showIf: { field: "A", truthy: false } }),
  );
  expect(circle[0]?.fields.map((one) => isVisible(one, circle, {}))).toContain(false);
});

test("a hidden field is neither required, nor checked, nor written", () => {
  expect(checkSettings(mail, { web: { MAIL: "false", HOST: "two\nlines" } })).toEqual({});
  expect(settingChanges(mail, { web: { MAIL: "false", HOST: "x" } })).toEqual([
    { service: "web", key: "MAIL", value: "0", secret: false },
  ]);
  expect(checkSettings(mail, { web: { MAIL: "true", KIND: "b" } })).toEqual({
    web: { HOST: "HOST is required." },
  });
});

test("an unknown setting is refused, however it is named", () => {
  const sent = JSON.parse('{"web":{"__proto__":"x"},"other":{"A":"1"}}');
  expect(checkSettings(mail, sent)).toMatchObject({ other: { A: "This app has no setting A on other." } });
  expect(Object.keys(checkSettings(mail, sent).web ?? {})).toEqual(["__proto__"]);
  expect(({} as Record<string, unknown>).A).toBeUndefined();
});

test("at installation only install fields are asked, and every default is written", () => {
  const all = groups(
    field("NAME", { required: true, installStep: true }),
    field("LATER", { required: true }),
    field("ZONE", { default: "UTC" }),
    field("NOTE"),
  );
  expect(installGroups(all)[0]?.fields.map((one) => one.key)).toEqual(["NAME"]);
  expect(checkSettings(all, {}, { install: true })).toEqual({ web: { NAME: "NAME is required." } });
  expect(settingChanges(all, { web: { NAME: "n" } }).map(({ key, value }) => [key, value])).toEqual([
    ["NAME", "n"],
    ["LATER", null],
    ["ZONE", "UTC"],
    ["NOTE", null],
  ]);
});

test("a stored secret stays when its field is left empty", () => {
  const secret = field("TOKEN", { type: "password", required: true });
  expect(message(secret, "")).toBe("TOKEN is required.");
  expect(message(secret, "", { hasSecret: () => true })).toBeUndefined();
  expect(settingChanges(groups(secret), { web: { TOKEN: "" } })).toEqual([]);
});

test("a value that is not sent keeps what is stored", () => {
  const one = field("NAME", { required: true, default: "d" });
  expect(settingChanges(groups(one), {}, { stored: { web: { NAME: "s" } } })).toMatchObject([{ value: "s" }]);
});

test("a form is read by its names: an unsent switch is off, choices are joined", () => {
  const form = groups(
    field("ON", { type: "boolean" }),
    field("OFF", { type: "boolean", default: "true" }),
    field("MANY", { type: "multiselect", options, separator: " " }),
    field("NAME"),
    field("ABSENT", { default: "x" }),
  );
  const read = readSettingsForm(form, [
    ["settings[web][ON]", "on"],
    ["settings[web][MANY]", "a"],
    ["settings[web][MANY]", "b"],
    ["settings[web][NAME]", "n"],
    ["settings[web][EVIL]", "n"],
  ]);
  expect(read).toEqual({ web: { ON: "true", OFF: "false", MANY: "a b", NAME: "n" } });
});

test("a stored env value becomes a form value again", () => {
  expect(formValueOf(field("A", { type: "boolean", trueValue: "yes", falseValue: "no" }), "yes")).toBe(
    "true",
  );
  expect(formValueOf(field("A", { type: "boolean", trueValue: "0", falseValue: "1" }), "1")).toBe("false");
  expect(formValueOf(field("A"), "x")).toBe("x");
});
