import { type APIRequestContext, expect } from "@playwright/test";

/** An app that uses a database of another project, and would use a mail server. */
export const CHART_ROOM = {
  id: "chart-room",
  name: "Chart room",
  description: "Looks things up in somebody else's database.",
  kind: "template",
  logo: "chart-room",
  category: "other",
  available: true,
  services: [
    {
      name: "web",
      image: "traefik/whoami:v1.10.1",
      exposed: true,
      exposedPort: 80,
      environment: { DATABASE_URL: "", PGUSER: "" },
    },
    { name: "postgres", image: "busybox:1.36.1", commandArgv: ["sleep", "3600"], stopGracePeriod: "1s" },
  ],
  endpoints: [{ service: "web", port: 80, label: "Web", kind: "http", defaultMode: "internal" }],
  requires: [
    { id: "database", label: "Database", envKey: "DATABASE_URL", category: "postgresql" },
    { id: "mail", label: "Mail server", envKey: "SMTP_URL", category: "smtp", optional: true },
  ],
};

export async function givenChartRoom(request: APIRequestContext): Promise<void> {
  const answer = await request.post("/api/apps/custom", { data: { definition: CHART_ROOM } });
  expect(answer.status(), await answer.text()).toBe(201);
}

export async function withoutChartRoom(request: APIRequestContext): Promise<void> {
  await request.delete(`/api/apps/custom/${CHART_ROOM.id}`, { data: {} });
}
