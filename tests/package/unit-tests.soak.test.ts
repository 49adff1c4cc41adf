import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { nodeBinary, promisedVersions } from "../support/node-binary.js";
import { tempFolder } from "../support/temp-folder.js";

const root = resolve(import.meta.dirname, "../..");

it.for(promisedVersions)("every unit test passes under Node %s", async (version, { skip }) => {
  const node = await nodeBinary(version);
  if ("missing" in node && process.env.CI !== "true") skip(node.missing);
  if ("missing" in node) throw new Error(node.missing);
  const report = join(tempFolder(), "report.json");
  const args = ["--project=unit", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...args];
  const { status } = spawnSync(node.program, vitest, { cwd: root, env: outside(), stdio: "inherit" });
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, "utf8"));
  const failed = testResults.filter((each: { readonly status: string }) => each.status !== "passed");
  expect(failed.map((each: { readonly name: string }) => each.name)).toEqual([]);
  expect({ status, someRan: numPassedTests > 0 }).toEqual({ status: 0, someRan: true });
});

/** Without the marks by which a run of tests knows that it is inside of one. */
function outside(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
}
