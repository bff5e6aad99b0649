import { derivedFrom } from "@/lib/app-definition/prepare/captured-places";
import { isPostReady, type NamedStep, stepsInOrder, stepTitle } from "@/lib/app-definition/prepare/order";
import { type AppDefinition, inLocale } from "@/lib/app-definition/schema";
import { isSecretKey } from "@/lib/projects/variables/secret-keys";

/**
 * The prepare steps that a deployment runs, in order, each with what it keeps and which services get that.
 * @param succeeded the ids of those that run once and have: they are behind it
 */
export function plannedSteps(definition: AppDefinition, succeeded: readonly string[] = []) {
  return stepsInOrder(definition)
    .filter(({ once, id }) => !(once && succeeded.includes(id)))
    .map((step) => ({
      id: step.id,
      service: step.service,
      title: stepTitle(step),
      description: (step.description && inLocale(step.description).trim()) || null,
      runs: isPostReady(step) ? `When ${step.service} is healthy` : `After ${step.service} has started`,
      once: step.once ?? false,
      required: step.mustSucceed ?? false,
      keeps: whatItKeeps(definition, step),
    }));
}

function whatItKeeps(definition: AppDefinition, step: NamedStep) {
  if (!step.persistAs) return null;
  const { key } = step.persistAs;
  const users = derivedFrom({ prepare: [step] }, templates(definition)).map(({ service }) => service);
  return {
    key,
    secret: isSecretKey(definition, step.service, key),
    services: [...new Set([step.service, ...users])],
  };
}

function templates({ services, files }: AppDefinition) {
  const ofVariables = services.flatMap(({ name: service, environment }) =>
    Object.entries(environment).map(([key, text]) => ({ service, key, text })),
  );
  return [
    ...ofVariables,
    ...files.map(({ service, path, content }) => ({ service, key: path, text: content })),
  ];
}
