import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import { ended } from "./ended.js";
import { type LearningProject, program, repository } from "./learning-project.js";

/**
 * A person's Gemini CLI that talks to the scripted model, and the environment to start it in. In a folder
 * that nobody trusted it reads no settings of the project, so the person has trusted this one.
 */
export function setUpGemini(
  { home, project, env }: LearningProject,
  model: ScriptedModel,
): Readonly<Record<string, string>> {
  mkdirSync(join(home, ".gemini"), { recursive: true });
  writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
  writeFileSync(join(home, ".gemini/trustedFolders.json"), JSON.stringify({ [project]: "TRUST_FOLDER" }));
  const path = [join(home, "bin"), env.PATH].join(delimiter);
  return {
    ...env,
    PATH: path,
    GEMINI_API_KEY: "scripted",
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_NO_RELAUNCH: "true",
  };
}

/** Our extension, installed as a person would, and the program on the PATH. */
export function installExtension(
  { home, project }: LearningProject,
  env: Readonly<Record<string, string>>,
): void {
  const bin = join(home, "bin");
  mkdirSync(bin);
  symlinkSync(program, join(bin, "whetstone"));
  const args = ["extensions", "install", join(repository, "plugins/gemini"), "--consent"];
  // It asks whether the folder that it copies is trusted, and installs nothing without an answer.
  const { stderr, stdout } = spawnSync("gemini", args, {
    env,
    cwd: project,
    input: "y\n",
    encoding: "utf8",
    timeout: 1_200_000,
  });
  if (!existsSync(join(home, ".gemini/extensions/whetstone")))
    throw new Error(`gemini ${args.join(" ")} failed: ${stderr}${stdout}`);
}

export interface GeminiRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One session of the real Gemini CLI, without anybody at the keyboard. */
export function runGemini(
  { project }: LearningProject,
  env: Readonly<Record<string, string>>,
  prompt: string,
  args: readonly string[] = ["--yolo"],
): Promise<GeminiRun> {
  const child = spawn("gemini", ["-p", prompt, "-m", "gemini-2.5-flash", ...args], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 1_200_000,
    killSignal: "SIGKILL",
  });
  return ended(child);
}

const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};
