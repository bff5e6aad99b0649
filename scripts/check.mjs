// npm run check: everything that needs neither a container engine nor a network, in under a minute.
import { fileURLToPath } from "node:url";
import { ensureDependencies, onProjectNode } from "./prepare.mjs";
import { closingLine, runSuites, STATIC_CHECKS, UNIT_TESTS } from "./suites.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
await ensureDependencies();
process.exitCode = closingLine(await runSuites([...STATIC_CHECKS, UNIT_TESTS]));
