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
    return countTests(
      existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined,
      status,
      root,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What every run of tests ends with: the failures once more, a line each, which may stand far above, and one
 * line of counts.
 */
export function tellCounts({ passed, failures, skipped = 0 }) {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((each) => `  ${each}`).join("\n")}`);
  const skips = skipped === 0 ? "" : `, ${skipped} skipped`;
  console.log(`\n${passed} passed, ${failures.length} failed${skips}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
