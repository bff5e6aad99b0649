// npm run reset-password -- EMAIL: prints a link under which this person can choose a new password, once, within an
// hour. For the terminal of the running instance's own server.
import { fileURLToPath } from "node:url";
import { ensureDependencies, fail, localAddress, onProjectNode } from "./prepare.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
const [email, ...more] = process.argv.slice(2);
if (!email || more.length > 0) fail("Say whose password: npm run reset-password -- maren@example.org", 2);
await ensureDependencies();
await import("./typescript.mjs");
const { settings } = await import("../lib/settings.ts");
const { internalToken } = await import("../lib/secrets/auth-secret.ts");

const response = await fetch(`${localAddress(settings())}/api/setup/reset-link`, {
  method: "POST",
  headers: { "content-type": "application/json", "x-internal-token": internalToken(settings()) },
  body: JSON.stringify({ email }),
}).catch(() =>
  fail("Roadstead does not answer. Start it first, with: npm start (and the same settings as here)."),
);
const answer = await response.json();
if (response.status !== 201)
  fail([answer.message, ...(answer.issues ?? []).map(({ message }) => message)].at(-1));
const until = new Date(answer.expiresAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
console.log(
  `Under this link ${email} can choose a new password. It works once, until ${until}:\n\n${answer.url}\n`,
);
console.log(
  "Whoever opens it first sets the password: hand it over as you would hand over the password itself.",
);
