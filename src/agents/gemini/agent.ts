import type { Agent } from "../agent.js";

export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  option: "Gemini CLI: .gemini/settings.json.",
  advice:
    "trust this folder in Gemini CLI with /permissions and start a new session here, in the root of the " +
    "project: it skips all hooks in folders that are not trusted, and reads none in a subfolder",
  host: async () => (await import("./host.js")).geminiHost(),
  setup: async () => (await import("./setup.js")).geminiSetup,
  transcripts: async () => (await import("./transcripts.js")).geminiTranscripts,
};
