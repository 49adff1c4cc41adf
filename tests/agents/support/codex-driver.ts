import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ScriptedModel } from "../../support/scripted-model/start.js";
import type { Step } from "../../support/scripted-model/step.js";
import { type AgentDriver, type AgentRun, prompt } from "./agent-driver.js";
import { ended } from "./ended.js";
import { keepHooks } from "./keep-hooks.js";
import { type LearningProject, program, repository } from "./learning-project.js";

const shell = (cmd: string): Step => ({ tools: [{ name: "exec_command", input: { cmd } }] });

/** The command line that adds a file. */
export function patchThatAdds(file: string, content: string): string {
  const lines = content
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `+${line}\n`)
    .join("");
  return `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${file}\n${lines}*** End Patch\nEOF`;
}

/** The real Codex, without anybody at the keyboard. */
export const codex: AgentDriver = {
  program: "codex",
  host: "codex",
  role: "explorer",
  shell,
  write: (_project, file, content) => shell(patchThatAdds(file, content)),
  refused: (reason, { tools }) =>
    `Command blocked by PreToolUse hook: ${reason}. Command: ${tools?.[0]?.input.cmd}`,
  holdsTurns: true,
  delegate: (message, role = "explorer") => [
    { tools: [{ name: "spawn_agent", namespace: "multi_agent_v1", input: { message, agent_type: role } }] },
    // The agent runs on its own; the session must not end before it.
    shell("sleep 3"),
  ],
  addRole(project, role) {
    const folder = join(project.home, ".codex/agents");
    mkdirSync(folder, { recursive: true });
    const lines = [`name = "${role}"`, `description = "The ${role}"`, `developer_instructions = "Judge."`];
    writeFileSync(join(folder, `${role}.toml`), `${lines.join("\n")}\n`);
  },
  answer: (text) => ({ text }),
  toolName: (tool) => tool,
  addServer(project, name, [command = "", ...args]) {
    const lines = [
      `[mcp_servers.${name}]`,
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
    ];
    appendFileSync(join(project.home, ".codex/config.toml"), `${lines.join("\n")}\n`);
  },
  callServer: (server, tool) => ({ tools: [{ name: tool, namespace: `mcp__${server}`, input: {} }] }),
  setUp(project, model, plugin) {
    const env = setUpCodex(project, model, plugin);
    return (text = prompt) => runCodex(project, env, text, ["--dangerously-bypass-hook-trust"]);
  },
  keep(project, folder) {
    mkdirSync(join(project.project, ".codex"), { recursive: true });
    writeFileSync(
      join(project.project, ".codex/hooks.json"),
      JSON.stringify(keepHooks(project.home, folder)),
    );
  },
};

/** A person's Codex, with our plugin installed as a person would, and the program on the PATH. */
export function setUpCodex(
  project: LearningProject,
  model: ScriptedModel,
  plugin: boolean,
): Readonly<Record<string, string>> {
  const bin = join(project.home, "bin");
  mkdirSync(bin);
  symlinkSync(program, join(bin, "whetstone"));
  const env = { ...project.env, PATH: `${bin}${delimiter}${project.env.PATH}`, SCRIPTED_KEY: "scripted" };
  mkdirSync(join(project.home, ".codex"));
  writeFileSync(join(project.home, ".codex/config.toml"), config(model.url, project.project));
  const steps = [
    ["marketplace", "add", repository],
    ["add", "whetstone@whetstone"],
  ];
  for (const args of plugin ? steps : []) {
    const { status, stderr, stdout } = spawnSync("codex", ["plugin", ...args], {
      env,
      cwd: project.project,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`codex plugin ${args.join(" ")} failed: ${stderr}${stdout}`);
  }
  return env;
}

/** One session. Hooks that nobody trusted are skipped in silence, so tests say that they trust them. */
export async function runCodex(
  project: LearningProject,
  env: Readonly<Record<string, string>>,
  text: string,
  trust: readonly string[],
): Promise<AgentRun> {
  const child = spawn("codex", ["exec", text, "--json", ...trust], {
    cwd: project.project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 1_200_000,
  });
  const { code, stdout } = await ended(child);
  return { code, said: stdout };
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
