import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import { type AgentDriver, type AgentRun, prompt } from "./agent-driver.js";
import { ended } from "./ended.js";
import { keepHooks } from "./keep-hooks.js";
import { type LearningProject, pluginFolder } from "./learning-project.js";

/** The real Claude Code, without anybody at the keyboard. */
export const claude: AgentDriver = {
  program: "claude",
  host: "claude-code",
  role: "reviewer",
  shell: (command) => ({ tools: [{ name: "Bash", input: { command, description: "a step" } }] }),
  write: ({ project }, file, content) => ({
    tools: [{ name: "Write", input: { file_path: join(project, file), content } }],
  }),
  refused: (reason, { tools }, decision) =>
    decision === "ask" ? reason : `PreToolUse:${tools?.[0]?.name} hook error: ${reason}`,
  holdsTurns: true,
  delegate: (text, role = "reviewer") => [
    { tools: [{ name: "Agent", input: { description: role, prompt: text, subagent_type: role } }] },
  ],
  addRole(project, role) {
    const folder = join(project.project, ".claude/agents");
    mkdirSync(folder, { recursive: true });
    const head = `---\nname: ${role}\ndescription: The ${role}\n---\nYou are the ${role}.\n`;
    writeFileSync(join(folder, `${role}.md`), head);
  },
  answer: (text) => ({ text }),
  toolName: (tool) => `mcp__whetstone__${tool}`,
  addServer(project, name, [command, ...args]) {
    const servers = { mcpServers: { [name]: { command, args } } };
    writeFileSync(join(project.project, ".mcp.json"), JSON.stringify(servers));
    const trusted = { enableAllProjectMcpServers: true, permissions: { allow: [`mcp__${name}`] } };
    mkdirSync(join(project.home, ".claude"), { recursive: true });
    writeFileSync(join(project.home, ".claude/settings.json"), JSON.stringify(trusted));
  },
  callServer: (server, tool) => ({ tools: [{ name: `mcp__${server}__${tool}`, input: {} }] }),
  setUp(project, model, plugin) {
    claude.addRole(project, "reviewer");
    return (text = prompt) => runClaude(project, model, text, plugin ? ["--plugin-dir", pluginFolder] : []);
  },
  keep(project, folder) {
    const settings = JSON.stringify(keepHooks(project.home, folder));
    writeFileSync(join(project.project, ".claude/settings.json"), settings);
  },
};

/** One session; `options` go to Claude Code, `env` on top of a person's own. */
export async function runClaude(
  project: LearningProject,
  model: ScriptedModel,
  text: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<AgentRun> {
  const servers = ["mcp__whetstone", "mcp__plugin_whetstone_whetstone"];
  const allowed = [
    "--permission-mode",
    "acceptEdits",
    "--allowedTools",
    "Bash",
    "Write",
    "Agent",
    ...servers,
  ];
  const child = spawn("claude", ["-p", text, ...options, ...allowed, "--output-format", "json"], {
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
    timeout: 1_200_000,
  });
  const { code, stdout } = await ended(child);
  return { code, said: resultIn(stdout) };
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
