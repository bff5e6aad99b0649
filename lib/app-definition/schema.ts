import type { z } from "zod";
import { Shape } from "./format/shape";
import { checkRules } from "./rules";

export type { ConfigField } from "./format/config-fields";
export type { Output } from "./format/connection";
export { inLocale, type Localized } from "./format/localized";
export type { Endpoint, ExposureMode, PrepareStep } from "./format/operations";
export type { Service, ServiceResources } from "./format/services";
export type { SettingField, SettingGroup } from "./format/settings";

export { type Category, SCHEMA_VERSION } from "./format/shape";

/** The format of an app, whole: shape, grammar and cross-references. */
export const AppDefinition = Shape.superRefine(checkRules).meta({
  title: "App definition",
  description: "A multi-service app that Roadstead installs in one click.",
});

/** A parsed definition: lists that were omitted are empty. */
export type AppDefinition = z.infer<typeof AppDefinition>;
/** A definition as its author writes it. */
export type AppDefinitionInput = z.input<typeof AppDefinition>;
