/**
 * Builds, installs the real coding agents where they are missing, and runs their tests against a scripted
 * model. Ends with what failed and one line: `N passed, N failed`. Arguments go to vitest.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { runVitest, tellCounts } from "./run-vitest.mjs";

const root = resolve(import.meta.dirname, "..");
const failed = ["scripts/build.mjs", "scripts/install-agents.mjs"].find(
  (script) => spawnSync(process.execPath, [script], { cwd: root, stdio: "inherit" }).status !== 0,
);
tellCounts(
  failed === undefined
    ? runVitest(root, ["agents"], process.argv.slice(2))
    : { passed: 0, failures: [`${failed}: it failed, and no agent was tested`] },
);
