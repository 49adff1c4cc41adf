import { type ChildProcess, spawn } from "node:child_process";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import { type LearningProject, pluginFolder } from "./learning-project.js";

export interface ClaudeRun {
  readonly code: number | null;
  /** The last answer of the agent. */
  readonly result: string;
  readonly stderr: string;
}

/** One session of the real Claude Code with our plugin, without anybody at the keyboard. */
export async function runClaude(
  project: LearningProject,
  model: ScriptedModel,
  prompt: string,
  { plugin = true, env = {} }: { readonly plugin?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ClaudeRun> {
  const allowed = ["--permission-mode", "acceptEdits", "--allowedTools", "Bash", "Write", "Agent"];
  const ours = plugin ? ["--plugin-dir", pluginFolder] : [];
  const all = ["-p", prompt, ...ours, ...allowed, "--output-format", "json"];
  const child = spawn("claude", all, {
    cwd: project.project,
    env: {
      ...project.env,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "scripted",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const { code, stdout, stderr } = await ended(child);
  return { code, result: resultIn(stdout), stderr };
}

function resultIn(stdout: string): string {
  try {
    const answer: unknown = JSON.parse(stdout);
    const last = Array.isArray(answer) ? answer.at(-1) : answer;
    return String(Object(last).result ?? "");
  } catch {
    return stdout;
  }
}

export function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const text = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...text }));
  });
}
