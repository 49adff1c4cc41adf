import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import agents from "../agents.json" with { type: "json" };

const repository = join(import.meta.dirname, "../../..");

export type AgentName = keyof typeof agents;

/**
 * The folder that holds the program `name`, for a PATH. The first call installs the agent. Throws when npm
 * cannot.
 */
export function installAgent(name: AgentName): string {
  const cache = resolve(process.env.TEST_AGENTS_CACHE || join(repository, ".cache/agents"));
  const programs = join(cache, `${name}-${agents[name].version}`, "node_modules/.bin");
  if (existsSync(join(programs, name))) return programs;
  const script = join(repository, "scripts/install-agents.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, name], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return programs;
}
