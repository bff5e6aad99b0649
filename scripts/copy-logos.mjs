// Copies the logos that the catalog names from the icon library into public/logos: `node scripts/copy-logos.mjs`.
// A logo that the library lacks stays absent, and the pages show a monogram.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";

const root = new URL("..", import.meta.url);
const catalog = new URL("catalog/", root);
const logos = new URL("public/logos/", root);
const icons = new URL("node_modules/simple-icons/icons/", root);

await mkdir(logos, { recursive: true });
const files = (await readdir(catalog)).filter((name) => name.endsWith(".json"));
const apps = await Promise.all(
  files.map(async (name) => JSON.parse(await readFile(new URL(name, catalog), "utf8"))),
);
for (const { logo } of apps) {
  const icon = await readFile(new URL(`${logo}.svg`, icons), "utf8").catch(() => undefined);
  const path = icon?.match(/ d="([^"]+)"/)?.[1];
  if (!path) {
    console.log(`${logo}: not in the icon library, a monogram is shown`);
    continue;
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor"><path d="${path}"/></svg>\n`;
  await writeFile(new URL(`${logo}.svg`, logos), svg);
}
