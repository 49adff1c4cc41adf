import type { Agent } from "./agent.js";
import { claudeCode } from "./claude-code/agent.js";
import { codex } from "./codex/agent.js";
import { cursor } from "./cursor/agent.js";
import { gemini } from "./gemini/agent.js";
import { opencode } from "./opencode/agent.js";

/** Every coding agent that Whetstone supports, in the order in which help lists them. */
export const agents: readonly Agent[] = [claudeCode, codex, opencode, gemini, cursor];

/** The name that other agents give themselves in the shells they start, by convention. */
const commonMark = "AI_AGENT";

/** The agent that started the program with this environment; undefined when none did. */
export function agentIn(
  env: Readonly<Record<string, string | undefined>>,
): Pick<Agent, "name" | "title"> | undefined {
  const known = agents.find(({ marks }) => marks.some((mark) => env[mark]));
  return known ?? (env[commonMark] ? { name: "unnamed", title: "a coding agent" } : undefined);
}
