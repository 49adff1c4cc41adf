import type { Agent } from "./agent.js";
import { claudeCode } from "./claude-code/agent.js";
import { codex } from "./codex/agent.js";
import { copilot } from "./copilot/agent.js";
import { cursor } from "./cursor/agent.js";
import { gemini } from "./gemini/agent.js";
import { opencode } from "./opencode/agent.js";

/** Every coding agent that Whetstone supports, in the order in which help lists them. */
export const agents: readonly Agent[] = [claudeCode, codex, opencode, gemini, copilot, cursor];

/** How people call an agent that `agentIn` found. */
export function titleOf(agent: string): string {
  return agents.find(({ name }) => name === agent)?.title ?? "a coding agent";
}
