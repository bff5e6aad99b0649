import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { replaceCatalog } from "./catalog";

/** A two-service app with every kind of variable: typed, defaulted, generated, shared, templated, secret. */
export const NOTES: AppDefinitionInput = {
  id: "notes",
  name: "Notes",
  description: "Keeps notes.",
  kind: "template",
  logo: "notes",
  category: "other",
  available: true,
  services: [
    {
      name: "web",
      image: "example/notes:1.2.3",
      exposed: true,
      exposedPort: 8080,
      dependsOn: ["db"],
      environment: {
        BASE_URL: "{{publicUrl:web}}",
        DATABASE_URL: "postgres://notes:{{config:DB_PASSWORD}}@db:5432/notes",
        MODE: "quiet",
        LICENSE: "builtin-license-text",
      },
      secretEnv: ["LICENSE"],
      volumes: ["data:/data"],
    },
    {
      name: "db",
      image: "example/postgres:18.1",
      environment: { POSTGRES_USER: "notes" },
      healthcheck: { test: "pg_isready" },
      volumes: ["db-data:/var/lib/postgresql"],
    },
  ],
  configFields: [
    {
      key: "DB_PASSWORD",
      service: "web",
      label: "Password",
      generate: "secret",
      generateGroup: "db",
      length: 32,
    },
    { key: "POSTGRES_PASSWORD", service: "db", label: "Password", generateGroup: "db" },
    { key: "APP_KEY", service: "web", label: "Key", generate: "secret", encoding: "base64" },
  ],
  settings: [
    {
      id: "general",
      label: "General",
      fields: [
        { key: "TITLE", service: "web", label: "Title", type: "text", installStep: true, required: true },
        {
          key: "ADMIN_PASSWORD",
          service: "web",
          label: "Admin password",
          type: "password",
          installStep: true,
          required: true,
        },
        { key: "SIGN_UP", service: "web", label: "Sign-up", type: "boolean", default: "false" },
        { key: "MAX", service: "web", label: "Max", type: "number", min: 1, max: 9, integer: true },
      ],
    },
  ],
  endpoints: [
    { service: "web", port: 8080, label: "Web", kind: "http", required: true },
    { service: "db", port: 5432, label: "Database", kind: "tcp" },
  ],
  files: [
    { service: "web", path: "/etc/notes.conf", content: "url={{publicUrl:web}}\nkey={{config:APP_KEY}}\n" },
  ],
  connection: {
    outputs: [
      { id: "url", label: "Address", source: "publicUrl:web", kind: "url" },
      { id: "password", label: "Admin password", source: "env:web:ADMIN_PASSWORD", secret: true },
      {
        id: "database",
        label: "Database",
        source: "template:postgres://notes:{{env:db:POSTGRES_PASSWORD}}@{{publicHost:db}}/notes",
        service: "db",
      },
    ],
  },
};

/** Answers that NOTES accepts. */
export const NOTES_ANSWERS = { web: { TITLE: "Log book", ADMIN_PASSWORD: "wind-and-weather" } };

/** The catalog of a test file: NOTES and what it brings besides. */
export function givenCatalog(...more: AppDefinitionInput[]): void {
  replaceCatalog([NOTES, ...more]);
}
