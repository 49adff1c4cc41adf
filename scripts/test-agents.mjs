/**
 * Builds, installs the real coding agents where they are missing, and runs their tests against a scripted
 * model. Ends with one line: `N passed, N failed`. Arguments go to vitest.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { runVitest, tellCounts } from "./run-vitest.mjs";

const root = resolve(import.meta.dirname, "..");
const ready = ["scripts/build.mjs", "scripts/install-agents.mjs"].every(
  (script) => spawnSync(process.execPath, [script], { cwd: root, stdio: "inherit" }).status === 0,
);
tellCounts(ready ? runVitest(root, ["agents"], process.argv.slice(2)) : { passed: 0, failed: 1, skipped: 0 });
