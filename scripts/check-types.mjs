// tsc over everything, with Next's route types generated first: a fresh clone has none.
import path from "node:path";
import { root, run } from "./prepare.mjs";

const entry = (...parts) => path.join(root, "node_modules", ...parts);
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
const generated = await run(process.execPath, [entry("next/dist/bin/next"), "typegen"], { env });
process.exitCode = generated || (await run(process.execPath, [entry("typescript/bin/tsc"), "--noEmit"]));
