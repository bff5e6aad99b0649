import { type APIRequestContext, expect } from "@playwright/test";
import type { Project } from "@/lib/projects/schema";
import { givenInstalled } from "./given";

/** An app of one's own that keeps data. Versions of its image: 1.0.0 and 1.1.0 work, 3.0.0 ends at once. */
const APP = "log-book";

const definition = (version: string) => ({
  ...{ id: APP, name: "Log book", description: "Keeps a log.", kind: "template", category: "other" },
  ...{ logo: "log-book", available: true },
  services: [
    {
      ...{ name: "web", image: `lab/web:${version}`, exposed: true, exposedPort: 8080 },
      ...{ volumes: ["data:/data"], stopGracePeriod: "1s", restart: "no" },
    },
  ],
});

/** Publishes its first version and installs it. */
export async function givenLogBook(request: APIRequestContext): Promise<Project> {
  const saved = await request.post("/api/apps/custom", { data: { definition: definition("1.0.0") } });
  expect(saved.status(), await saved.text()).toBe(201);
  return await givenInstalled(request, { appId: APP });
}

/** Publishes another version of it, and applies that to a project. @returns the deployment's id */
export async function updateLogBook(
  request: APIRequestContext,
  projectId: string,
  version: string,
): Promise<string> {
  const data = { definition: definition(version) };
  const replaced = await request.put(`/api/apps/custom/${APP}`, { data });
  expect(replaced.status(), await replaced.text()).toBe(200);
  const answer = await request.post(`/api/updates/${projectId}/apply`, { data: {} });
  expect(answer.status(), await answer.text()).toBe(201);
  const { deployment_id, project_id } = (await answer.json()) as Record<string, string>;
  expect(project_id).toBe(projectId);
  return deployment_id ?? "";
}

/** Takes it out of the catalog again, once nothing is installed of it. */
export async function dropLogBook(request: APIRequestContext): Promise<void> {
  await request.delete(`/api/apps/custom/${APP}`, { data: {} });
}
