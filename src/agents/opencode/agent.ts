import type { Agent } from "../agent.js";

export const opencode: Agent = {
  name: "opencode",
  title: "OpenCode",
  option: "OpenCode: .opencode/plugin/whetstone.js and opencode.json or opencode.jsonc.",
  advice: "start a new session of OpenCode here",
  host: async () => (await import("./host.js")).opencodeHost(),
  setup: async () => (await import("./setup.js")).opencodeSetup,
  transcripts: async () => (await import("./transcripts.js")).opencodeTranscripts,
};
