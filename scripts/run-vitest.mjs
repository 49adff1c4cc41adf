import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTests } from "./count-tests.mjs";

/**
 * Runs the tests of some projects of vitest.config.ts and counts them.
 *
 * @param {string} root
 * @param {readonly string[]} projects
 * @param {readonly string[]} args for vitest
 */
export function runVitest(root, projects, args) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-test-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const chosen = projects.map((project) => `--project=${project}`);
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...chosen, ...reporters, ...args];
    const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: "inherit" });
    return countTests(existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The one line that every run of tests ends with. */
export function tellCounts({ passed, failed, skipped }) {
  console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
  process.exitCode = failed === 0 ? 0 : 1;
}
