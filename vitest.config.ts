import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "lib/**/*.test.ts",
            "scripts/**/*.test.ts",
            "app/**/*.test.ts",
            "components/**/*.test.ts",
          ],
          exclude: ["**/*.engine.test.ts", "node_modules/**"],
          globalSetup: "lib/db/test-cluster.ts",
          maxWorkers: 2,
          // Loading the house anew for each file costs more than the tests; each file has its own database.
          isolate: false,
          setupFiles: "lib/db/test-file.ts",
          testTimeout: 20_000,
          hookTimeout: 20_000,
          // A file signs in more often than ten times a minute, always from the same nowhere.
          // Whether a machine has a web server changes no test; those about the edge switch it on.
          env: { ROADSTEAD_AUTH_RATE_LIMIT: "200", ROADSTEAD_EDGE: "off" },
        },
      },
      {
        extends: true,
        test: {
          name: "engine",
          include: ["lib/**/*.engine.test.ts"],
          globalSetup: "lib/db/test-cluster.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          env: { ROADSTEAD_EDGE: "off" },
        },
      },
    ],
  },
});
