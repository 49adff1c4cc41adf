import type { Agent } from "../agent.js";

export const copilot: Agent = {
  name: "copilot",
  title: "Copilot CLI",
  option: "GitHub Copilot CLI: .github/hooks/whetstone.json and .mcp.json.",
  advice:
    "start Copilot CLI here and trust this folder when it asks, or with --trust-folder: it loads no hooks in a " +
    "folder that is not trusted, and says nothing",
  host: async () => (await import("./host.js")).copilotHost(),
  setup: async () => (await import("./setup.js")).copilotSetup,
  transcripts: async () => (await import("./transcripts.js")).copilotTranscripts,
};
