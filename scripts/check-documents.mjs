// Fails when a document cites a path of this repository that is gone.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

process.chdir(root);
const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).split("\n").filter(Boolean);
const top = /^(app|catalog|components|docs|drizzle|e2e|lib|public|scripts|bench)\//;
const gone = [];

for (const document of documents) {
  const text = readFileSync(document, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g)].map(([, target]) =>
    path.join(path.dirname(document), target),
  );
  const cited = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name]) => name)
    .filter((name) => top.test(name) && !/[<>*{}$…]/.test(name));
  for (const target of [...links, ...cited]) {
    const places = [target, path.join(path.dirname(document), target)];
    if (!places.some((place) => existsSync(place.replace(/\/$/, "")))) gone.push(`${document}: ${target}`);
  }
}

if (gone.length > 0) {
  console.error(`These documents cite paths that do not exist:\n  ${gone.join("\n  ")}`);
  process.exit(1);
}
