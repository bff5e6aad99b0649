import { generatedFields } from "@/lib/app-definition/generate";
import type { AppDefinition, ConfigField } from "@/lib/app-definition/schema";

type Place = { service: string; key: string; source: string };

/**
 * The secrets that are generated for an installation, those of one group together, each with its form in words.
 * @param variables what the installation will have; what somebody typed instead is no generated secret
 */
export function plannedSecrets(definition: AppDefinition, variables: readonly Place[]) {
  const made = generatedFields(definition).filter(({ field }) =>
    variables.some(
      (one) => one.source === "generated" && one.service === field.service && one.key === field.key,
    ),
  );
  const groups = Map.groupBy(made, ({ field, group }) => (group ? `group ${group}` : `key ${field.key}`));
  return [...groups.values()].flatMap((members) => {
    const maker = members.find(({ field }) => field.generate)?.field ?? members[0]?.field;
    if (!maker) return [];
    const services = [...new Set(members.map(({ field }) => field.service))];
    return [{ key: members[0]?.field.key ?? maker.key, services, form: formInWords(maker) }];
  });
}

function formInWords({ generate, length = 64, encoding = "hex" }: ConfigField): string {
  if (generate === "jwt") return "a signed token";
  const alphabets = {
    hex: "hex characters",
    base64: "base64 characters",
    base64url: "URL-safe base64 characters",
    alphanumeric: "letters and digits",
  };
  return `${length} ${alphabets[encoding]}`;
}
