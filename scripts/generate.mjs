// npm run generate: writes everything that is made from other files. With --check it only says what differs.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import "./typescript.mjs";
import { root } from "./prepare.mjs";

process.chdir(root);
const check = process.argv.includes("--check");
const differing = [];

await generateMigrations();
const { appJsonSchema } = await import("../lib/app-definition/json-schema.ts");
write("public/schema/app-v1.json", appJsonSchema());
const { keyReference } = await import("../lib/app-definition/reference.ts");
insert("docs/apps/writing-an-app.md", "every key of the format", keyReference(appJsonSchema()));
const { openApiDocument } = await import("../lib/http/openapi.ts");
write("docs/openapi.json", openApiDocument());

if (differing.length > 0) {
  console.error(`Not in sync: ${differing.join(", ")}. Run: npm run generate`);
  process.exit(1);
}

function write(file, value) {
  writeText(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Puts text between the two marks of a document; what stands around them is written by hand. */
function insert(file, name, text) {
  const whole = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no marks for "${name}".`);
  writeText(file, `${whole.slice(0, from)}${begin}\n\n${text}\n\n${whole.slice(to)}`);
}

function writeText(file, text) {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (before === text) return;
  if (check) return differing.push(file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
}

async function generateMigrations() {
  const folder = check ? mkdtempSync(path.join(tmpdir(), "roadstead-drizzle-")) : "drizzle";
  try {
    if (check) cpSync("drizzle", folder, { recursive: true });
    const before = readdirSync(folder).length;
    const args = [
      "node_modules/drizzle-kit/bin.cjs",
      "generate",
      "--dialect",
      "postgresql",
      "--schema",
      "./lib/*/table.ts",
      "--casing",
      "snake_case",
    ];
    const out = path.relative(root, folder);
    const { status, stderr, stdout } = spawnSync(process.execPath, [...args, "--out", out], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`drizzle-kit ended with ${status}: ${stderr || stdout}`);
    if (check && readdirSync(folder).length !== before) differing.push("drizzle/");
  } finally {
    if (check) rmSync(folder, { recursive: true, force: true });
  }
}
