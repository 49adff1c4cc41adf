import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type AgentDriver, type AgentRun, prompt } from "./agent-driver.js";
import { ended } from "./ended.js";
import { keepHooks } from "./keep-hooks.js";
import { type LearningProject, pluginFolder, program } from "./learning-project.js";

/** The real Copilot CLI, without anybody at the keyboard. */
export const copilot: AgentDriver = {
  program: "copilot",
  host: "copilot",
  role: "explore",
  shell: (command) => ({ tools: [{ name: "bash", input: { command, description: "a step" } }] }),
  write({ project }, file, content) {
    const path = join(project, file);
    // Its tool makes no folders.
    mkdirSync(dirname(path), { recursive: true });
    return { tools: [{ name: "create", input: { path, file_text: content } }] };
  },
  refused: (reason, _step, decision) =>
    `Denied by preToolUse hook${decision === "ask" ? " (unable to ask user for confirmation)" : ""}: ${reason}`,
  holdsTurns: true,
  startsAtOnce: true,
  delegate: (text, role = "explore") => [
    {
      tools: [{ name: "task", input: { agent_type: role, name: role, description: role, prompt: text } }],
    },
  ],
  addRole(project, role) {
    const folder = join(project.home, ".copilot/agents");
    mkdirSync(folder, { recursive: true });
    const head = `---\nname: ${role}\ndescription: The ${role}\n---\nYou are the ${role}.\n`;
    writeFileSync(join(folder, `${role}.agent.md`), head);
  },
  answer: (text) => ({ text }),
  toolName: (tool) => `whetstone-${tool}`,
  addServer({ home }, name, [command, ...args]) {
    const file = join(home, ".copilot/mcp-config.json");
    mkdirSync(join(home, ".copilot"), { recursive: true });
    const { mcpServers = {} } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    const server = { type: "local", command, args, tools: ["*"] };
    writeFileSync(file, JSON.stringify({ mcpServers: { ...mcpServers, [name]: server } }));
  },
  callServer: (server, tool) => ({ tools: [{ name: `${server}-${tool}`, input: {} }] }),
  setUp(project, model, plugin) {
    const bin = join(project.home, "bin");
    mkdirSync(bin);
    symlinkSync(program, join(bin, "whetstone"));
    const env = {
      ...project.env,
      PATH: [bin, project.env.PATH].join(delimiter),
      COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
      COPILOT_MODEL: "scripted",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    };
    const args = plugin ? ["--plugin-dir", pluginFolder] : [];
    return (text = prompt) => runCopilot(project, env, text, args);
  },
  keep(project, folder) {
    mkdirSync(join(project.project, ".claude"), { recursive: true });
    writeFileSync(
      join(project.project, ".claude/settings.json"),
      JSON.stringify(keepHooks(project.home, folder)),
    );
  },
};

async function runCopilot(
  { project }: LearningProject,
  env: Readonly<Record<string, string>>,
  text: string,
  args: readonly string[],
): Promise<AgentRun> {
  const allowed = ["--allow-all-tools", "--allow-all-paths", "--trust-folder"];
  const child = spawn("copilot", ["-p", text, ...allowed, ...args], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 1_200_000,
    killSignal: "SIGKILL",
  });
  const { code, stdout } = await ended(child);
  return { code, said: stdout };
}
