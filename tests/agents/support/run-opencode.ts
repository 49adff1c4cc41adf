import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import { type LearningProject, repository } from "./learning-project.js";
import { ended } from "./run-claude.js";

/** OpenCode in the project, with our package as a plugin, offline. */
export function setUpOpencode(project: LearningProject, model: ScriptedModel, agents: object = {}): void {
  const options = { baseURL: `${model.url}/v1`, apiKey: "scripted" };
  const models = { scripted: { name: "Scripted", tool_call: true, limit: { context: 200_000, output: 8_192 } } };
  const config = {
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    share: "disabled",
    autoupdate: false,
    lsp: false,
    formatter: false,
    snapshot: false,
    enabled_providers: ["scripted"],
    provider: { scripted: { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models } },
    plugin: [pathToFileURL(repository).href],
    agent: agents,
  };
  writeFileSync(join(project.project, "opencode.json"), JSON.stringify(config));
}

/** One session of the real OpenCode, without anybody at the keyboard. */
export function runOpencode(
  project: LearningProject,
  prompt: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return ended(
    spawn("opencode", ["run", prompt, "--format", "json"], {
      cwd: project.project,
      env: {
        ...project.env,
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
        // It installs types into its folders and waits for that; without them it works as well.
        npm_config_registry: "http://127.0.0.1:1/",
        npm_config_fetch_retries: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 180_000,
    }),
  );
}
