/**
 * Builds, checks and tests, and ends with what failed and one line: `N passed, N failed`. Arguments go
 * to vitest. What crashed counts as failed, and so does a run without a single test.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { runVitest, tellCounts } from "./run-vitest.mjs";

const root = resolve(import.meta.dirname, "..");

const built =
  spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" }).status === 0;
tellCounts(
  built ? await checkAndTest() : { passed: 0, failures: ["the build: it failed, and nothing was tested"] },
);

async function checkAndTest() {
  const { runChecks } = await import("./check.mjs");
  const checked = await runChecks(root);
  // Real agents are hundreds of megabytes: `npm run test:agents`.
  const tested = runVitest(root, ["unit", "integration"], process.argv.slice(2));
  return {
    passed: checked.passed + tested.passed,
    failures: [...checked.failures, ...tested.failures],
    skipped: tested.skipped,
  };
}
