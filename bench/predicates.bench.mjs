import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { importTypeScript } from "../scripts/generated/import-typescript.mjs";
import { interleaved } from "./interleaved.mjs";
import { withProject } from "./project.mjs";
import { timed } from "./timed.mjs";

export const question =
  "How much longer than the system's grep does a grep predicate take over the same tree?";

/** None of them matches, so that both programs read every file completely. */
const patterns = [
  ["a literal", "forbiddenCall"],
  ["a call", "\\bdebugger\\s*;|forbidden\\w+\\("],
  ["any case", "(?i)forbiddencall"],
  ["no literal at all", "[A-Z]{9}[0-9]+"],
];

export async function run({ quick }) {
  const files = quick ? 500 : 10_000;
  return withProject(async (project) => {
    makeTree(project, files);
    const check = await predicateOver(project);
    const rows = [];
    for (const [name, pattern] of patterns)
      rows.push(await measure(project, name, pattern, check, files, quick));
    return rows;
  });
}

function measure({ root, env }, name, pattern, check, files, quick) {
  return interleaved({
    name: `${name}, ${files} files`,
    subject: "grep predicate",
    baseline: "grep -rE",
    rounds: quick ? 2 : 15,
    runSubject: () => timed(() => check(pattern)),
    runBaseline: () => timed(() => systemGrep(root, pattern, env)),
  });
}

/** No verb runs a single predicate, so the code is bundled from its source. */
async function predicateOver({ root, env }) {
  const source = resolve(import.meta.dirname, "..");
  const { runPredicate } = await importTypeScript(source, "src/lessons/directive/predicate/run-predicate.ts");
  const { AllowedCommands } = await importTypeScript(
    source,
    "src/lessons/directive/predicate/allowed-commands.ts",
  );
  const { defaults } = await importTypeScript(source, "src/base/config/settings.ts");
  const place = { root, settings: defaults.directives, commands: AllowedCommands.from([], undefined), env };
  return async (pattern) => {
    const { passed, reason } = await runPredicate({ kind: "grep", pattern, glob: "**/*.ts" }, place);
    if (!passed) throw new Error(reason);
  };
}

/** GNU grep ignores case by an option. Exit code 1 means no match. */
async function systemGrep(root, pattern, env) {
  const ignoreCase = pattern.startsWith("(?i)") ? ["-i"] : [];
  const args = [
    "-rE",
    ...ignoreCase,
    "--include=*.ts",
    "--exclude-dir=.git",
    pattern.replace("(?i)", ""),
    root,
  ];
  const { status } = spawnSync("grep", args, { env });
  if (status !== 1) throw new Error(`grep exited with ${status}`);
}

/** A repository of files with 60 lines, about 3 KB each. A tenth of them is not tracked by Git. */
function makeTree({ root, env }, files) {
  for (let index = 0; index < files; index += 1) {
    const folder = join(root, `packages/p${index % 20}/src/part${index % 200}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${index}.ts`), source(index));
    if (index === Math.floor(files * 0.9)) git(root, env, "init", "--quiet").and("add", "--all");
  }
}

function git(root, env, ...args) {
  const { status, stderr } = spawnSync("git", args, { cwd: root, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} exited with ${status}: ${stderr}`);
  return { and: (...more) => git(root, env, ...more) };
}

function source(index) {
  const line = (number) =>
    `  const value${number} = await client.request("items/${index}", { retries: ${number % 3} });`;
  return `${Array.from({ length: 60 }, (_, number) => line(number)).join("\n")}\n`;
}
