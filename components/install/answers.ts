import { type Choices, toConnections } from "@/components/connections/choices";
import { answersOf } from "@/components/settings/use-settings";
import type { ResolvedEndpoint } from "@/lib/app-definition/endpoints";
import type { SettingGroup } from "@/lib/app-definition/schema";
import type { SettingErrors, SettingValues } from "@/lib/app-definition/settings-form";
import { ExposureChoice, type InstallInput, type InstallPlan } from "@/lib/apps/schema";

/** How one endpoint is to be reached, as it is typed: the port stays text until it is sent. */
export type Reach = {
  service: string;
  port: number;
  mode: ExposureChoice["mode"];
  domain: string;
  hostPort: string;
};

/** What the wizard was answered so far. */
export type Answers = { name: string; values: SettingValues; reaches: Reach[]; choices: Choices };

/** The answers to begin with: what a draft holds, else what the plan proposes. */
export function firstReaches(
  endpoints: readonly ResolvedEndpoint[],
  saved: readonly ExposureChoice[],
  proposed: InstallPlan["routes"],
): Reach[] {
  return endpoints.map(({ service, port, defaultMode }) => {
    const choice = saved.find((one) => one.service === service && one.port === port);
    const route = proposed.find((one) => one.service === service && one.port === port);
    const mode = choice?.mode ?? route?.mode ?? defaultMode;
    return {
      service,
      port,
      mode,
      domain: choice?.domain ?? "",
      hostPort: choice?.hostPort ? String(choice.hostPort) : "",
    };
  });
}

/** A host port's own mistake; undefined when it is empty, which lets Roadstead choose, or fine. */
export function wrongHostPort({ mode, hostPort }: Reach): string | undefined {
  if (mode === "internal" || hostPort.trim() === "") return undefined;
  const number = /^\d{1,6}$/.test(hostPort.trim()) ? Number(hostPort.trim()) : Number.NaN;
  const parsed = ExposureChoice.shape.hostPort.safeParse(number);
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? "Write a port number.");
}

/** What is sent: only what is right so far, so that one mistake does not keep the rest from being saved. */
export function toInput(
  appId: string,
  { name, values, reaches, choices }: Answers,
  groups: readonly SettingGroup[],
  errors: SettingErrors,
): InstallInput {
  const settings = answersOf(groups, values);
  for (const [service, keys] of Object.entries(errors)) {
    for (const key of Object.keys(keys)) if (settings[service]?.[key]) delete settings[service][key];
  }
  return {
    appId,
    name: name.trim(),
    settings,
    endpoints: toChoices(reaches),
    connections: toConnections(choices),
  };
}

/** The choices of exposure that are right so far; a domain that is still to be written is kept as a port. */
export function toChoices(reaches: readonly Reach[]): ExposureChoice[] {
  return reaches.map((reach) => {
    const { service, port, mode } = reach;
    if (mode === "internal") return { service, port, mode };
    const domain = mode === "domain" ? reach.domain.trim() : "";
    const hostPort = wrongHostPort(reach) ? "" : reach.hostPort.trim();
    return {
      service,
      port,
      mode: mode === "domain" && !domain ? "port" : mode,
      ...(domain && { domain }),
      ...(hostPort && { hostPort: Number(hostPort) }),
    };
  });
}
