import { z } from "zod";
import { inLocale, type Localized, type Output } from "@/lib/app-definition/schema";
import { operation } from "@/lib/operation/define";
import { connectedVariables } from "./connections/wiring";
import { onProject, type ProjectRecord, projectRecord } from "./on-project";
import { type OutputTexts, outputTexts, type SourceText } from "./outputs";
import { Connection, ProjectId } from "./schema";

export const showConnection = operation({
  id: "projects.showConnection",
  rest: "GET /api/projects/{projectId}/connection",
  summary:
    "Show everything needed to connect, secrets included; therefore only to who may change the project.",
  permission: "project:write",
  showsSecrets: true,
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: Connection,
  async run(_caller, { projectId }) {
    const project = await projectRecord(projectId);
    const { variables } = await connectedVariables(project);
    const { connection, name } = project.definition;
    const texts = outputTexts(project, variables);
    return {
      title: connection?.title ?? `Connect to ${name}`,
      description: connection?.description ?? "",
      outputs: (connection?.outputs ?? []).flatMap((output) => toOutput(output, texts)),
      guide: guideOf(project),
      firstLogin: firstLoginOf(project),
    };
  },
});

/** An output as the card shows it; none when nothing gives its value. */
function toOutput(output: Output, texts: OutputTexts) {
  const main = texts(output.source, output.service);
  if (!main) return [];
  const variants = (output.variants ?? []).flatMap(({ id, label, source }) => {
    const text = texts(source, output.service);
    return text ? [{ id, label: inLocale(label), ...values(text), text }] : [];
  });
  const { id, label, envKey, help, recommended, width } = output;
  return [
    {
      ...{ id, label, envKey, help, recommended, width, ...values(main) },
      reach: main.reach,
      secret: (output.secret ?? false) || main.secret || variants.some(({ text }) => text.secret),
      kind: output.kind === "url" && /^https?:\/\//.test(main.value) ? ("url" as const) : ("text" as const),
      sourceLabel: text(output.sourceLabel),
      variants: variants.length > 0 ? variants.map(({ text: _text, ...variant }) => variant) : undefined,
    },
  ];
}

function values({ value, internalValue }: SourceText) {
  return { value, internalValue };
}

function guideOf({ definition }: ProjectRecord) {
  const guide = definition.connection?.guide;
  return guide && { intro: text(guide.intro), useHint: text(guide.useHint), defaultMode: guide.defaultMode };
}

function firstLoginOf({ definition }: ProjectRecord) {
  const login = definition.connection?.firstLogin;
  return login && { username: text(login.username), password: text(login.password), note: text(login.note) };
}

function text(localized: Localized | undefined): string | undefined {
  return localized === undefined ? undefined : inLocale(localized);
}
