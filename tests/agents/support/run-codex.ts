import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import { type LearningProject, program, repository } from "./learning-project.js";
import { ended } from "./run-claude.js";

/** A person's Codex with our plugin, installed as a person would, and the program on the PATH. */
export function setUpCodex(project: LearningProject, model: ScriptedModel): Readonly<Record<string, string>> {
  const bin = join(project.home, "bin");
  mkdirSync(bin);
  symlinkSync(program, join(bin, "whetstone"));
  const env = { ...project.env, PATH: `${bin}${delimiter}${project.env.PATH}`, SCRIPTED_KEY: "scripted" };
  mkdirSync(join(project.home, ".codex"));
  writeFileSync(join(project.home, ".codex/config.toml"), config(model.url, project.project));
  for (const args of [
    ["marketplace", "add", repository],
    ["add", "whetstone@whetstone"],
  ]) {
    const { status, stderr, stdout } = spawnSync("codex", ["plugin", ...args], {
      env,
      cwd: project.project,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`codex plugin ${args.join(" ")} failed: ${stderr}${stdout}`);
  }
  return env;
}

export interface CodexRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One session of the real Codex. Hooks that nobody trusted are skipped in silence, so the test trusts them. */
export function runCodex(
  project: LearningProject,
  env: Readonly<Record<string, string>>,
  prompt: string,
  trust: readonly string[] = ["--dangerously-bypass-hook-trust"],
): Promise<CodexRun> {
  return ended(
    spawn("codex", ["exec", prompt, "--json", ...trust], {
      cwd: project.project,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 120_000,
    }),
  );
}

function config(url: string, project: string): string {
  return `model = "gpt-scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
[projects."${project}"]
trust_level = "trusted"
`;
}
