import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentDriver, prompt } from "./agent-driver.js";
import { keepHooks } from "./keep-hooks.js";
import type { LearningProject } from "./learning-project.js";
import { installExtension, runGemini, setUpGemini } from "./run-gemini.js";

/** The real Gemini CLI, without anybody at the keyboard. */
export const gemini: AgentDriver = {
  program: "gemini",
  host: "gemini",
  role: "generalist",
  shell: (command) => ({ tools: [{ name: "run_shell_command", input: { command } }] }),
  write: (_project, file_path, content) => ({
    tools: [{ name: "write_file", input: { file_path, content } }],
  }),
  refused: (reason) => `Tool execution blocked: ${reason}`,
  holdsTurns: true,
  delegate: (text, role = "generalist") => [
    { tools: [{ name: "invoke_agent", input: { agent_name: role, prompt: text } }] },
  ],
  addRole(project, role) {
    const folder = join(project.home, ".gemini/agents");
    mkdirSync(folder, { recursive: true });
    const head = `---\nname: ${role}\ndescription: The ${role}\nkind: local\n---\nYou are the ${role}.\n`;
    writeFileSync(join(folder, `${role}.md`), head);
  },
  answer: (response) => ({ tools: [{ name: "complete_task", input: { result: response } }] }),
  toolName: (tool) => `mcp_whetstone_${tool}`,
  addServer(project, name, [command, ...args]) {
    changeSettings(project, (settings) => ({ ...settings, mcpServers: { [name]: { command, args } } }));
  },
  callServer: (server, tool) => ({ tools: [{ name: `mcp_${server}_${tool}`, input: {} }] }),
  setUp(project, model, plugin) {
    const env = setUpGemini(project, model);
    if (plugin) installExtension(project, env);
    return async (text = prompt) => {
      const { code, stdout } = await runGemini(project, env, text);
      return { code, said: stdout };
    };
  },
  keep(project, folder) {
    const hooks = keepHooks(project.home, folder, ["BeforeAgent", "BeforeTool", "AfterTool"], 20_000);
    mkdirSync(join(project.project, ".gemini"), { recursive: true });
    writeFileSync(join(project.project, ".gemini/settings.json"), JSON.stringify(hooks));
  },
};

type Settings = Readonly<Record<string, unknown>>;

function changeSettings({ home }: LearningProject, change: (settings: Settings) => Settings): void {
  const file = join(home, ".gemini/settings.json");
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Settings)));
}
