// npm run dev: the dashboard with hot reload, on the same settings as npm start.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDependencies, onProjectNode, root, run } from "./prepare.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
await ensureDependencies();
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NEXT_MANUAL_SIG_HANDLE: "1" };
const port = process.env.PORT ?? "3000";
process.exitCode = await run(
  process.execPath,
  [
    path.join(root, "node_modules/next/dist/bin/next"),
    "dev",
    "-H",
    process.env.HOST ?? "127.0.0.1",
    "-p",
    port,
  ],
  { env },
);
