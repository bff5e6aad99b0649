// npm run first-admin: makes the first admin of the running instance, from the terminal of its own server.
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { localAddress } from "./prepare.mjs";

const call = async (settings, method, path, body) => {
  const { internalToken } = await import("../lib/secrets/auth-secret.ts");
  const response = await fetch(`${localAddress(settings)}${path}`, {
    method,
    headers: { "content-type": "application/json", "x-internal-token": internalToken(settings) },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
};

/** Whether the running instance still waits for its first admin. */
export async function setupNeeded(settings) {
  return (await call(settings, "GET", "/api/setup")).needed === true;
}

/**
 * Asks for name, e-mail and password until the instance takes them. The password is not shown.
 * @returns whether somebody answered to the end
 */
export async function askFirstAdmin(settings) {
  const terminal = openTerminal();
  try {
    console.log("\nMake the first admin of this instance. You sign in with this e-mail and password.");
    while (!(await askOnce(settings, terminal)));
    return true;
  } catch (error) {
    if (error !== ENDED) throw error;
    return false;
  } finally {
    terminal.close();
  }
}

async function askOnce(settings, { ask, askHidden }) {
  const name = await ask("Your name: ");
  const email = await ask("E-mail: ");
  const password = await askHidden("Password (8 to 128 characters): ");
  if (password !== (await askHidden("The same password again: "))) {
    console.log("The two passwords differ. Once more:");
    return false;
  }
  const answer = await call(settings, "POST", "/api/setup/first-admin", { name, email, password });
  if (answer.status === 201) console.log(`Done. Sign in as ${email}.`);
  else console.log([answer.message, ...(answer.issues ?? []).map(inWords)].join("\n"));
  return answer.status === 201 || answer.code === "ALREADY_SET_UP";
}

const inWords = ({ path, message }) => `  ${path}: ${message}`;

/** Thrown when the input ends before the answers do. */
const ENDED = Symbol("the input ended");

// One reader for all questions: a second one would lose the lines that came along with the first answer, and
// between two of them the terminal would show what is typed.
function openTerminal() {
  let hidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stdout.write(chunk);
      done();
    },
  });
  // No history: the arrow keys must not bring a password back.
  const reader = createInterface({
    input: process.stdin,
    output,
    terminal: process.stdin.isTTY,
    historySize: 0,
  });
  reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  // Lines that were pasted together arrive before their questions are asked: one of them is the password.
  reader.on("line", () => {
    hidden = true;
  });
  let ended = false;
  reader.once("close", () => {
    ended = true;
  });
  const lines = reader[Symbol.asyncIterator]();
  const next = async (question) => {
    hidden = question === "";
    reader.setPrompt(question);
    if (!ended) reader.prompt();
    const { value, done } = await lines.next();
    if (done) throw ENDED;
    return value;
  };
  return {
    ask: async (question) => (await next(question)).trim(),
    async askHidden(question) {
      process.stdout.write(question);
      try {
        return await next("");
      } finally {
        process.stdout.write("\n");
      }
    },
    close: () => reader.close(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ensureDependencies, fail, onProjectNode } = await import("./prepare.mjs");
  await onProjectNode(fileURLToPath(import.meta.url));
  await ensureDependencies();
  await import("./typescript.mjs");
  const { settings } = await import("../lib/settings.ts");
  const needed = await setupNeeded(settings()).catch(() =>
    fail("Roadstead does not answer. Start it first, with: npm start (and the same settings as here)."),
  );
  if (needed) process.exitCode = (await askFirstAdmin(settings())) ? 0 : 1;
  else console.log("This instance has its first admin already. Sign in, and add people from there.");
}
