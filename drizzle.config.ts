import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/*/table.ts",
  out: "./drizzle",
  casing: "snake_case",
});
