import { generatedFields } from "@/lib/app-definition/generate";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { isSecret } from "@/lib/app-definition/settings-form";

/** Whether the definition says that a variable is a secret, wherever its value comes from. */
export function isSecretKey(definition: AppDefinition, service: string, key: string): boolean {
  const here = (one: { service: string; key: string }) => one.service === service && one.key === key;
  return (
    definition.services.some((one) => one.name === service && one.secretEnv.includes(key)) ||
    definition.configFields.some((field) => here(field) && (field.secret ?? false)) ||
    generatedFields(definition).some(({ field }) => here(field) && (field.secret ?? true)) ||
    definition.settings.some((group) => group.fields.some((field) => here(field) && isSecret(field))) ||
    definition.prepare.some((step) => step.persistAs?.secret && here({ ...step, key: step.persistAs.key }))
  );
}

/** The definition as it may be stored in the clear: values of secrets are left out; their rows hold them, sealed. */
export function withoutSecretValues(definition: AppDefinition): AppDefinition {
  return {
    ...definition,
    services: definition.services.map((service) => ({
      ...service,
      environment: Object.fromEntries(
        Object.entries(service.environment).filter(([key]) => !isSecretKey(definition, service.name, key)),
      ),
    })),
    configFields: definition.configFields.map((field) => {
      if (!isSecretKey(definition, field.service, field.key)) return field;
      const { default: _default, ...rest } = field;
      return rest;
    }),
  };
}
