import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../../support/temp-folder.js";
import { type AgentName, installAgent } from "./install-agent.js";

export interface AgentHome {
  readonly home: string;
  readonly project: string;
  /** For a process that starts the agent: nothing of the caller's own environment but where Node is. */
  readonly env: Readonly<Record<string, string>>;
}

/** A fresh home and project for one run of a real agent that can reach nothing but this machine. */
export function agentHome(name: AgentName): AgentHome {
  const folder = tempFolder();
  const [home, project, temporary] = ["home", "project", "tmp"].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ];
  for (const part of [home, project, temporary]) mkdirSync(part);
  const path = [installAgent(name), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  const env = {
    PATH: path,
    HOME: home,
    // Without it Claude Code writes to folders that all its processes share.
    TMPDIR: temporary,
    CLAUDE_CODE_TMPDIR: temporary,
    LANG: "C.UTF-8",
    TERM: "dumb",
  };
  return { home, project, env };
}

/**
 * Runs an agent to its end as a person would; the scripted model answers meanwhile. Returns its exit code.
 */
export function runAgent(
  name: AgentName,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { cwd, env, stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/** Hooks in the form of Claude Code, which Codex reads too: each notes that it ran, with its environment. */
export function noteHooks(folder: string, note: string, events: readonly string[]): object {
  const script = join(folder, "note-hook.mjs");
  const line = "JSON.stringify({ nested: process.env.WHETSTONE_NESTED ?? null })";
  writeFileSync(
    script,
    `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(note)}, ${line} + "\\n");\n`,
  );
  const hooks = [{ hooks: [{ type: "command", command: `node ${script}`, timeout: 20 }] }];
  return { hooks: Object.fromEntries(events.map((event) => [event, hooks])) };
}

/** What the hooks noted, a row each. */
export function notes(file: string): readonly Record<string, unknown>[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
