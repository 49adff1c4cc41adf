import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import agents from "../agents.json" with { type: "json" };
import { type AgentDriver, type AgentRun, prompt } from "./agent-driver.js";
import { ended } from "./ended.js";
import { type LearningProject, repository } from "./learning-project.js";

/** The real OpenCode, without anybody at the keyboard. */
export const opencode: AgentDriver = {
  program: "opencode",
  host: "opencode",
  role: "reviewer",
  shell: (command) => ({ tools: [{ name: "bash", input: { command, description: "a step" } }] }),
  write: ({ project }, file, content) => ({
    tools: [{ name: "write", input: { filePath: join(project, file), content } }],
  }),
  refused: (reason) => reason,
  holdsTurns: false,
  delegate: (text, role = "reviewer") => [
    { tools: [{ name: "task", input: { description: role, prompt: text, subagent_type: role } }] },
  ],
  addRole(project, role) {
    const agent = { mode: "subagent", description: `The ${role}`, prompt: `You are the ${role}.` };
    changeConfig(project, (settings) => ({
      ...settings,
      agent: { ...Object(settings.agent), [role]: agent },
    }));
  },
  answer: (text) => ({ text }),
  toolName: (tool) => `whetstone_${tool}`,
  addServer(project, name, command) {
    const server = { type: "local", command };
    changeConfig(project, (settings) => ({ ...settings, mcp: { ...Object(settings.mcp), [name]: server } }));
  },
  callServer: (server, tool) => ({ tools: [{ name: `${server}_${tool}`, input: {} }] }),
  setUp(project, model, plugin) {
    haveTypesInstalled(join(project.home, ".config/opencode"));
    writeFileSync(join(project.project, "opencode.json"), JSON.stringify(config(model, plugin)));
    return (text = prompt) => runOpencode(project, text);
  },
  keep(project, folder) {
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(project.project, ".opencode/plugin"), { recursive: true });
    writeFileSync(join(project.project, ".opencode/plugin/keep.js"), keeper(folder));
  },
};

/**
 * OpenCode installs the types of its plugin API into its folder of settings, at the start of a session and
 * once more at the end, where it exits while it holds the lock: the next session waits a minute for it. It
 * installs nothing where a lock file names them, as it does on every machine that once had a network. No
 * plugin needs them to run.
 */
function haveTypesInstalled(folder: string): void {
  const types = { dependencies: { "@opencode-ai/plugin": agents.opencode.version } };
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(types));
  const lock = { lockfileVersion: 3, packages: { "": types } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
}

type Settings = Readonly<Record<string, unknown>>;

function changeConfig({ project }: LearningProject, change: (settings: Settings) => Settings): void {
  const file = join(project, "opencode.json");
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Settings)));
}

/** A plugin that keeps what the hooks are given which ours listens to, in the form of the recordings. */
function keeper(folder: string): string {
  return `import { writeFileSync } from "node:fs";
const folder = ${JSON.stringify(folder)};
const hooks = ["chat.message", "tool.execute.before", "tool.execute.after", "experimental.text.complete"];
export default {
  id: "keep",
  server: async ({ directory }) => {
    const keep = (hook, input, output) =>
      writeFileSync(folder + "/" + process.hrtime.bigint() + ".json", JSON.stringify({ hook, directory, input, output }));
    const named = hooks.map((hook) => [hook, async (input, output) => keep(hook, input, output)]);
    return { ...Object.fromEntries(named), event: async ({ event }) => keep("event", event) };
  },
};
`;
}

function config(model: ScriptedModel, plugin: boolean): object {
  const options = { baseURL: `${model.url}/v1`, apiKey: "scripted" };
  const models = {
    scripted: { name: "Scripted", tool_call: true, limit: { context: 200_000, output: 8_192 } },
  };
  return {
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    share: "disabled",
    autoupdate: false,
    lsp: false,
    formatter: false,
    snapshot: false,
    enabled_providers: ["scripted"],
    provider: { scripted: { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models } },
    agent: { reviewer: { mode: "subagent", description: "Reviews", prompt: "You review the work." } },
    ...(plugin ? { plugin: [pathToFileURL(repository).href] } : {}),
  };
}

async function runOpencode(project: LearningProject, text: string): Promise<AgentRun> {
  const child = spawn("opencode", ["run", text, "--format", "json"], {
    cwd: project.project,
    env: {
      ...project.env,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      // Where it installs the types all the same, in a project's own folder, it shall not wait for a network.
      npm_config_registry: "http://127.0.0.1:1/",
      npm_config_fetch_retries: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 1_200_000,
  });
  const { code, stdout } = await ended(child);
  return { code, said: stdout };
}
