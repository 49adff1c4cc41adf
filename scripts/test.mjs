/**
 * Builds, checks and tests, and ends with one line: `N passed, N failed`. Arguments go to vitest.
 * What crashed counts as failed, and so does a run without a single test.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { countTests } from "./count-tests.mjs";

const root = resolve(import.meta.dirname, "..");

const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" }).status === 0;
const counts = built ? await checkAndTest() : { passed: 0, failed: 1, skipped: 0 };
if (!built) console.log("\nThe build failed; nothing was tested.");
const { passed, failed, skipped } = counts;
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
process.exitCode = failed === 0 ? 0 : 1;

async function checkAndTest() {
  const { runChecks } = await import("./check.mjs");
  const checked = await runChecks(root);
  const tested = runVitest(process.argv.slice(2));
  return { passed: checked.passed + tested.passed, failed: checked.failed + tested.failed, skipped: tested.skipped };
}

function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-test-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    // Real agents are hundreds of megabytes: `npm run test:agents`.
    const projects = ["--project=unit", "--project=integration"];
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...projects, ...reporters, ...args];
    const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: "inherit" });
    return countTests(existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
