/**
 * `npm run pictures`: takes the pictures of the pages that the documents show, from a project that a test tells
 * (tests/support/pictured-project.ts), and writes beside each what can be read on it. A test compares.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=integration", "tests/pages/pictures"];
const { status } = spawnSync(process.execPath, vitest, {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PICTURES: "write" },
});
process.exitCode = status ?? 1;
