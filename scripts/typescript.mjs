// Lets plain Node run this project's TypeScript: "@/" is the project's root, and ".ts" may be left out.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith("@/");
    if (!ours && !specifier.startsWith(".")) return next(specifier, context);
    const url = ours
      ? new URL(specifier.slice(2), root)
      : new URL(specifier, context.parentURL ?? pathToFileURL(`${process.cwd()}/`));
    if (!url.pathname.includes("/node_modules/")) {
      for (const ending of [".ts", ".tsx", "/index.ts"]) {
        const candidate = new URL(url.href + ending);
        if (!/\.[cm]?[jt]sx?$|\.json$/.test(url.pathname) && existsSync(fileURLToPath(candidate)))
          return next(candidate.href, context);
      }
    }
    return next(ours ? url.href : specifier, context);
  },
});
