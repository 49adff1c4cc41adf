import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { run, runNode } from "./run.mjs";

/** Both tools judge the package as npm would publish it, made once for each from dist/ as it is. */
export const publint = (root) =>
  withTarball(root, (tarball) => ["node_modules/publint/src/cli.js", tarball, "--strict"]);

/** Without @types from the registry: our types are our own, and the check works offline. */
export const attw = (root) =>
  withTarball(root, (tarball) => [
    "node_modules/@arethetypeswrong/cli/dist/index.js",
    tarball,
    "--profile",
    "esm-only",
    "--no-definitely-typed",
    "--format",
    "ascii",
  ]);

async function withTarball(root, command) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-pack-"));
  try {
    const packed = await run(npm("pack", "--ignore-scripts", "--pack-destination", folder), { cwd: root });
    if (!packed.ok) return packed;
    return await runNode(command(join(folder, readdirSync(folder)[0])), { cwd: root });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
