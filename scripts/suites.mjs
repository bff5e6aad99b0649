// The suites, how each is run and counted, and the one closing line.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

const bin = (name, entry) => [process.execPath, path.join(root, "node_modules", name, entry)];
const resultFolder = path.join(root, ".cache", "results");

/** A check passes or fails as one; its output is shown when it fails. */
const check = (name, command) => ({ name, command });

export const STATIC_CHECKS = [
  check("format and lint", [
    ...bin("@biomejs/biome", "bin/biome"),
    "ci",
    "--diagnostic-level=error",
    "--colors=off",
  ]),
  check("types", [process.execPath, "scripts/check-types.mjs"]),
  check("import rules", [
    ...bin("dependency-cruiser", "bin/dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "app",
    "components",
    "lib",
    "proxy.ts",
    "instrumentation.ts",
  ]),
  check("nothing unused", [...bin("knip", "bin/knip.js"), "--no-progress"]),
  check("generated files in sync", [process.execPath, "scripts/generate.mjs", "--check"]),
  check("documents cite what exists", [process.execPath, "scripts/check-documents.mjs"]),
];

const vitest = (project) => ({
  name: `${project} tests`,
  report: `${project}.json`,
  command: [
    ...bin("vitest", "vitest.mjs"),
    "run",
    "--project",
    project,
    "--reporter=default",
    "--silent=passed-only",
    "--reporter=json",
  ],
  reportArgument: (file) => `--outputFile.json=${file}`,
  count: ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
    passed: numPassedTests,
    // A file that could not even be read has failed, though no test in it did.
    failed:
      numFailedTests +
      testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length,
    skipped: numPendingTests,
  }),
});

export const UNIT_TESTS = vitest("unit");
export const ENGINE_TESTS = vitest("engine");

export const BROWSER_TESTS = {
  name: "browser tests",
  report: "browser.json",
  command: [...bin("@playwright/test", "cli.js"), "test", "--reporter=list,json"],
  reportEnvironment: "PLAYWRIGHT_JSON_OUTPUT_FILE",
  count: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
};

const nothingYet = () => ({ passed: 0, failed: 0, skipped: 0, names: [] });

/**
 * Runs suites one after another, with what they need in `environment`.
 * @param total of the suites before, which is added to @returns the sums and what failed
 */
export async function runSuites(suites, environment = {}, total = nothingYet()) {
  mkdirSync(resultFolder, { recursive: true });
  for (const suite of suites) {
    const began = Date.now();
    const result = await runSuite(suite, environment);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(
      `${result.failed ? "✗" : "✓"} ${suite.name} (${seconds} s)${suite.report ? `: ${result.passed} passed, ${result.failed} failed` : ""}`,
    );
    for (const key of ["passed", "failed", "skipped"]) total[key] += result[key];
    if (result.failed) total.names.push(suite.name);
  }
  return total;
}

async function runSuite(suite, environment) {
  const report = suite.report && path.join(resultFolder, suite.report);
  if (report) rmSync(report, { force: true });
  const [program, ...args] = suite.command;
  if (suite.reportArgument) args.push(suite.reportArgument(report));
  const env = {
    ...process.env,
    NO_COLOR: "1",
    ...environment,
    ...(suite.reportEnvironment && { [suite.reportEnvironment]: report }),
  };
  const { code, output } = await capture(program, args, env, Boolean(suite.report));
  if (!report) {
    if (code !== 0) console.log(output);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  }
  const counted = suite.count(readReport(report, suite.name));
  // A runner that ended badly with no failed test has failed at something else.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  if (counted.passed === 0 && counted.failed === 0) return { ...counted, failed: 1 };
  return counted;
}

function readReport(file, name) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    console.log(`The ${name} left no report: they did not run to their end.`);
    return {
      numPassedTests: 0,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [],
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    };
  }
}

function capture(program, args, env, show) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (show) process.stdout.write(chunk);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Prints the closing line. @returns the exit code */
export function closingLine({ passed, failed, skipped, names }) {
  if (names.length > 0) console.log(`Failed: ${names.join(", ")}`);
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
  return failed > 0 ? 1 : 0;
}
