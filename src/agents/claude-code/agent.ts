import type { Agent } from "../agent.js";

/** Local settings, which git ignores: they hold a path and a key of this machine. */
const settingsFile = ".claude/settings.local.json";

export const claudeCode: Agent = {
  name: "claude-code",
  title: "Claude Code",
  option: `Claude Code: ${settingsFile} and .mcp.json.`,
  advice: "start a new session of Claude Code here",
  postsBy: settingsFile,
  host: async () => (await import("./host.js")).claudeCodeHost(),
  setup: async () => (await import("./setup.js")).claudeCodeSetup(settingsFile),
  transcripts: async () => (await import("./transcripts.js")).claudeCodeTranscripts,
};
