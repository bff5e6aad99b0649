import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { installApp } from "@/lib/apps";
import type { InstallInput } from "@/lib/apps/schema";
import { db } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { freezeProject } from "../freeze";

const ABOUT = { kind: "template", logo: "given", category: "other", available: true } as const;

/** Provides a database; its service is called like one of the app's that uses it. */
export const SHELF: AppDefinitionInput = {
  ...ABOUT,
  id: "shelf",
  name: "Shelf",
  description: "A database.",
  services: [
    {
      name: "postgres",
      image: "postgres:16.4",
      environment: { POSTGRES_USER: "keeper", POSTGRES_DB: "books" },
      healthcheck: { test: "pg_isready -U keeper -h 127.0.0.1", interval: "1s", retries: 60 },
    },
    { name: "inner", image: "busybox:1.36.1", command: "sleep 3600", stopGracePeriod: "1s" },
  ],
  configFields: [{ key: "POSTGRES_PASSWORD", service: "postgres", label: "Password", generate: "secret" }],
  endpoints: [{ service: "postgres", port: 5432, label: "Database", kind: "tcp" }],
  connection: {
    outputs: [
      { id: "user", label: "User", source: "env:postgres:POSTGRES_USER", envKey: "PGUSER" },
      {
        id: "url",
        label: "URL",
        source:
          "template:postgresql://{{env:postgres:POSTGRES_USER}}:{{env:postgres:POSTGRES_PASSWORD}}@{{publicHost:postgres:5432}}/{{env:postgres:POSTGRES_DB}}",
        service: "postgres",
        envKey: "DATABASE_URL",
        recommended: true,
      },
      { id: "host", label: "Host", source: "template:postgres", service: "postgres", envKey: "PGHOST" },
      { id: "schema", label: "Schema", source: "env:postgres:POSTGRES_DB", envKey: "PGDATABASE" },
    ],
  },
  provides: [{ id: "db", category: "postgresql", outputRefs: ["user", "url", "host", "schema"] }],
};

/** Uses a database, and a mailbox if it is given one; it has a service called `postgres` of its own. */
export const READER: AppDefinitionInput = {
  ...ABOUT,
  id: "reader",
  name: "Reader",
  description: "Reads books.",
  services: [
    {
      name: "web",
      image: "postgres:16.4",
      entrypoint: ["sleep"],
      commandArgv: ["3600"],
      stopGracePeriod: "1s",
      environment: { DATABASE_URL: "sqlite:nothing", PGHOST: "", LISTEN: "8080" },
    },
    { name: "postgres", image: "busybox:1.36.1", commandArgv: ["sleep", "3600"], stopGracePeriod: "1s" },
  ],
  settings: [
    {
      id: "more",
      label: "More",
      fields: [
        { key: "DATABASE_URL", service: "web", label: "A database elsewhere", type: "text", advanced: true },
        { key: "PGUSER", service: "web", label: "User", type: "text", default: "nobody" },
      ],
    },
  ],
  files: [{ service: "web", path: "/etc/reader.conf", content: "db={{config:DATABASE_URL}}\n" }],
  requires: [
    {
      id: "database",
      label: { en: "Database", de: "Datenbank" },
      envKey: "DATABASE_URL",
      category: "postgresql",
    },
    { id: "mail", label: "Mail server", envKey: "SMTP_URL", category: "smtp", optional: true },
  ],
};

/** Installs an app. @returns its project's id, its deployment still to be carried out */
export async function givenInstalled(owner: Caller, input: InstallInput) {
  const { projectId, deploymentId } = await installApp(owner, input);
  return { projectId, deploymentId: deploymentId ?? "" };
}

/** Installs an app and says that its deployment worked. */
export async function givenServing(owner: Caller, input: InstallInput): Promise<string> {
  const { projectId, deploymentId } = await givenInstalled(owner, input);
  await sayReady(projectId, deploymentId);
  return projectId;
}

/** As if a deployment had carried out what its project is now. */
export async function sayReady(projectId: string, deploymentId: string): Promise<void> {
  const snapshot = { ...(await freezeProject(projectId)), images: {} };
  await db().update(deployments).set({ state: "ready", snapshot }).where(eq(deployments.id, deploymentId));
}
