import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The coding agents that the tests run, pinned: another version may have other flags, events and payloads. */
const agents = {
  claude: { package: "@anthropic-ai/claude-code", version: "2.1.325" },
  codex: { package: "@openai/codex", version: "0.166.0" },
  gemini: { package: "@google/gemini-cli", version: "0.61.0" },
  opencode: { package: "opencode-ai", version: "1.18.33" },
} as const;

export type AgentName = keyof typeof agents;

/**
 * The folder that holds the program `name`, for a PATH. The first call installs the agent into a cache that lives on:
 * `WHETSTONE_AGENTS_CACHE`, else `.cache/agents` in the repository. Throws when npm cannot install it.
 */
export function installAgent(name: AgentName): string {
  const { package: source, version } = agents[name];
  const folder = join(cacheFolder(), `${name}-${version}`);
  const programs = join(folder, "node_modules/.bin");
  if (existsSync(join(programs, name))) return programs;
  const draft = `${folder}.${process.pid}.part`;
  mkdirSync(draft, { recursive: true });
  try {
    install(draft, source, version);
    if (!existsSync(join(draft, "node_modules/.bin", name)))
      throw failure(source, version, `it has no program ${name}`);
    keep(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return programs;
}

function cacheFolder(): string {
  return resolve(process.env.WHETSTONE_AGENTS_CACHE || join(import.meta.dirname, "../../../.cache/agents"));
}

/** Under its own package.json, so that npm looks for none above and runs the script that puts the binary in place. */
function install(folder: string, source: string, version: string): void {
  const manifest = { private: true, allowScripts: { [source]: true } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-package-lock", `${source}@${version}`];
  const shell = process.platform === "win32";
  const { status, error, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", shell });
  if (status !== 0) throw failure(source, version, error?.message ?? stderr.trim());
}

/** Another process may have installed it meanwhile; both are the same. */
function keep(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function failure(source: string, version: string, reason: string): Error {
  return new Error(
    `${source}@${version} cannot be installed, and this test needs it: ${reason}\n` +
      "Connect to a registry that has it, or name a folder where it is installed in WHETSTONE_AGENTS_CACHE.",
  );
}
